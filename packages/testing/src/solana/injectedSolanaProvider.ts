import type { Reply, WalletEvent } from '../TestWallet.ts'

/** An account on its way to the page; `publicKey` is hexadecimal. */
export type SolanaAccount = { readonly address: string; readonly publicKey: string; readonly chains: readonly string[] }

export type SolanaFace = {
  readonly kind: 'solana'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  /** Whether it offers to send. */
  readonly sends: boolean
}

/**
 * The half of a Solana wallet that a page sees: a wallet of the Wallet Standard. Playwright injects its source into the page, so it has no
 * outside references; `channel` is as for `injectedEvmProvider`.
 */
export const injectedSolanaProvider = ({ face, channel }: { face: SolanaFace; channel: string }): void => {
  type Call = (method: string, params: unknown) => Promise<Reply>
  type Listener = (changed: object) => void
  type Input = { account: { address: string }; message?: Uint8Array; transaction?: Uint8Array }

  const toHex = (bytes: Uint8Array): string =>
    `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const toBytes = (hex: string): Uint8Array =>
    Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const reply = await (Reflect.get(globalThis, channel) as Call)(method, params)
    if ('value' in reply) return reply.value
    if ('thrown' in reply) throw reply.thrown
    const { message, code } = reply.error
    throw Object.assign(new Error(message), code === undefined ? {} : { code })
  }

  const signing = [
    'solana:signMessage',
    'solana:signTransaction',
    ...(face.sends ? ['solana:signAndSendTransaction'] : []),
  ]
  const listeners = new Set<Listener>()
  let accounts: readonly object[] = []

  /** A scripted invalid answer is passed on unchanged. */
  const take = (given: unknown): unknown => {
    if (!Array.isArray(given) || given.some((one) => typeof one?.publicKey !== 'string')) return given
    accounts = given.map(({ address, publicKey, chains }: SolanaAccount) => ({
      address,
      publicKey: toBytes(publicKey),
      chains,
      features: signing,
    }))
    return accounts
  }
  const tell = (): void => {
    for (const listener of [...listeners]) listener({ accounts })
  }
  const sign = async (method: string, inputs: readonly Input[], wrap: (bytes: Uint8Array, input: Input) => object) => {
    const asked = inputs.map(({ account, message, transaction }) => ({
      address: account.address,
      bytes: toHex(message ?? transaction ?? new Uint8Array()),
    }))
    const given = await ask(method, asked)
    if (!Array.isArray(given) || given.some((one) => typeof one !== 'string')) return given
    return given.map((hex: string, index) => wrap(toBytes(hex), inputs[index] as Input))
  }

  const version = '1.0.0'
  const transactions = { version, supportedTransactionVersions: ['legacy', 0] }
  const wallet = {
    version,
    name: face.name,
    icon: face.icon,
    chains: face.chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version,
        async connect({ silent = false } = {}) {
          const given = take(await ask(silent ? 'accounts' : 'connect'))
          tell()
          return { accounts: given }
        },
      },
      'standard:disconnect': {
        version,
        async disconnect() {
          await ask('disconnect')
        },
      },
      'standard:events': {
        version,
        on(_: string, listener: Listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version,
        signMessage: (...inputs: Input[]) =>
          sign('signMessage', inputs, (signature, { message }) => ({ signedMessage: message, signature })),
      },
      'solana:signTransaction': {
        ...transactions,
        signTransaction: (...inputs: Input[]) =>
          sign('signTransaction', inputs, (signedTransaction) => ({ signedTransaction })),
      },
      ...(face.sends && {
        'solana:signAndSendTransaction': {
          ...transactions,
          signAndSendTransaction: (...inputs: Input[]) =>
            sign('signAndSendTransaction', inputs, (signature) => ({ signature })),
        },
      }),
    },
  }

  type Register = (...wallets: object[]) => () => void
  const unregister = new Set<() => void>()
  const register = (api: { register: Register }): void => {
    unregister.add(api.register(wallet))
  }
  const onReady = (event: Event): void => register((event as CustomEvent<{ register: Register }>).detail)
  addEventListener('wallet-standard:app-ready', onReady)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))

  addEventListener(channel, (event) => {
    const { name, data } = (event as CustomEvent<WalletEvent>).detail
    if (name === 'accounts') {
      take(data)
      tell()
      return
    }
    removeEventListener('wallet-standard:app-ready', onReady)
    for (const leave of unregister) leave()
  })
}

import type { Reply, WalletEvent } from '../TestWallet.ts'

/** An account on its way to the page, in sats-connect's format; `publicKey` is hexadecimal. */
export type BitcoinAccount = {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals'
  readonly addressType: 'p2wpkh' | 'p2tr'
  readonly path: string
  readonly walletType: 'software'
}

export type BitcoinFace = {
  readonly kind: 'bitcoin'
  readonly name: string
  readonly icon: string
  readonly found: 'providers' | 'standard' | 'both'
}

/**
 * The half of a Bitcoin wallet that a page sees: a provider that `window.btc_providers` names (sats-connect), a wallet of the Wallet
 * Standard with the `bitcoin:` features, or both. Playwright injects its source into the page, so it has no outside references; `channel`
 * is as for `injectedEvmProvider`.
 */
export const injectedBitcoinProvider = ({ face, channel }: { face: BitcoinFace; channel: string }): void => {
  type Call = (method: string, params: unknown) => Promise<Reply>
  type Listener = (data: unknown) => void
  type Answer = { jsonrpc: '2.0'; id: string; result: unknown } | { jsonrpc: '2.0'; id: string; error: unknown }

  const toBytes = (hex: string): Uint8Array =>
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
  const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

  const listeners = new Map<string, Set<Listener>>()
  const follow = (name: string, listener: Listener): (() => void) => {
    const known = listeners.get(name) ?? new Set()
    listeners.set(name, known.add(listener))
    return () => known.delete(listener)
  }
  const ask = (method: string, params: unknown): Promise<Reply> =>
    (Reflect.get(globalThis, channel) as Call)(method, params ?? null)

  let serial = 0
  const provider = {
    async request(method: string, params: unknown): Promise<Answer> {
      const reply = await ask(method, params)
      if ('thrown' in reply) throw reply.thrown
      const head = { jsonrpc: '2.0', id: `${channel}-${++serial}` } as const
      return 'error' in reply ? { ...head, error: reply.error } : { ...head, result: reply.value }
    },
    addListener: ({ eventName, cb }: { eventName: string; cb: Listener }) => follow(eventName, cb),
  }

  /** For the Wallet Standard, which rejects where sats-connect answers with an error. */
  const askOrThrow = async (method: string, params: unknown): Promise<unknown> => {
    const reply = await ask(method, params)
    if ('thrown' in reply) throw reply.thrown
    if ('value' in reply) return reply.value
    const { message, code } = reply.error
    throw Object.assign(new Error(message), code === undefined ? {} : { code })
  }

  type Input = { account: { address: string }; message: Uint8Array }
  type PsbtInput = { psbt: Uint8Array; inputsToSign: { account: { address: string }; signingIndexes: number[] }[] }
  const features = ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction']
  const chains = ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet', 'bitcoin:regtest']
  let accounts: readonly object[] = []

  /** A scripted invalid answer is passed on unchanged. */
  const take = (given: unknown): unknown => {
    if (!Array.isArray(given) || given.some((one) => typeof one?.publicKey !== 'string')) return given
    accounts = given.map(({ address, publicKey }: BitcoinAccount) => ({
      address,
      publicKey: toBytes(publicKey),
      chains,
      features,
    }))
    return accounts
  }
  const signPsbt = async (inputs: readonly PsbtInput[], broadcast: boolean): Promise<unknown[]> =>
    Promise.all(
      inputs.map(async ({ psbt, inputsToSign }) => {
        const signInputs = Object.fromEntries(inputsToSign.map((one) => [one.account.address, one.signingIndexes]))
        const given = (await askOrThrow('signPsbt', { psbt: toBase64(psbt), signInputs, broadcast })) as {
          psbt: string
          txid?: string
        }
        if (typeof given?.psbt !== 'string') return given
        return broadcast ? { txId: given.txid } : { signedPsbt: fromBase64(given.psbt) }
      }),
    )

  const version = '1.0.0'
  const wallet = {
    version,
    name: face.name,
    icon: face.icon,
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'bitcoin:connect': {
        version,
        connect: async ({ purposes }: { purposes?: string[] } = {}) => ({
          accounts: take(await askOrThrow('getAccounts', { purposes })),
        }),
      },
      'bitcoin:disconnect': {
        version,
        async disconnect() {
          await askOrThrow('wallet_disconnect', null)
        },
      },
      'standard:events': { version, on: (name: string, listener: Listener) => follow(name, listener) },
      'bitcoin:signMessage': {
        version,
        signMessage: (...inputs: Input[]) =>
          Promise.all(
            inputs.map(async ({ account, message }) => {
              const text = new TextDecoder().decode(message)
              const given = await askOrThrow('signMessage', { address: account.address, message: text })
              const { signature } = (given ?? {}) as { signature?: string }
              return typeof signature === 'string'
                ? { signedMessage: message, signature: fromBase64(signature) }
                : given
            }),
          ),
      },
      'bitcoin:signTransaction': { version, signTransaction: (...inputs: PsbtInput[]) => signPsbt(inputs, false) },
      'bitcoin:signAndSendTransaction': {
        version,
        signAndSendTransaction: (...inputs: PsbtInput[]) => signPsbt(inputs, true),
      },
      // A wallet that is found both ways identifies itself as the same here.
      ...(face.found === 'both' && { 'sats-connect:': { provider } }),
    },
  }

  type Register = (...wallets: object[]) => () => void
  const unregister = new Set<() => void>()
  const register = (api: { register: Register }): void => {
    unregister.add(api.register(wallet))
  }
  const onReady = (event: Event): void => register((event as CustomEvent<{ register: Register }>).detail)

  type Page = { btc_providers?: { id: string }[]; LatchkeyTestProviders?: Record<string, object> }
  const page = globalThis as Page
  const key = face.name.replaceAll(/[^A-Za-z0-9]/g, '')
  const id = `LatchkeyTestProviders.${key}`
  if (face.found !== 'standard') {
    page.LatchkeyTestProviders = { ...page.LatchkeyTestProviders, [key]: provider }
    page.btc_providers ??= []
    const methods = ['getInfo', 'getAddresses', 'getAccounts', 'signMessage', 'signPsbt', 'sendTransfer']
    page.btc_providers.push({ id, name: face.name, icon: face.icon, methods } as { id: string })
  }
  if (face.found !== 'providers') {
    addEventListener('wallet-standard:app-ready', onReady)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  }

  addEventListener(channel, (event) => {
    const { name, data } = (event as CustomEvent<WalletEvent>).detail
    if (name === 'removed') {
      page.btc_providers = (page.btc_providers ?? []).filter((one) => one.id !== id)
      delete page.LatchkeyTestProviders?.[key]
      removeEventListener('wallet-standard:app-ready', onReady)
      for (const leave of unregister) leave()
      return
    }
    take(name === 'disconnect' ? [] : (data as { addresses: unknown }).addresses)
    for (const listener of [...(listeners.get(name) ?? [])]) listener(data)
    for (const listener of [...(listeners.get('change') ?? [])]) listener({ accounts })
  })
}

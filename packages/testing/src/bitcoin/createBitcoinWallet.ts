import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { createSites } from '../createSites.ts'
import { iconOf } from '../icon.ts'
import { RpcError } from '../RpcError.ts'
import type { Act } from '../script.ts'
import type { PageWallet } from '../TestWallet.ts'
import { type BitcoinKey, type BitcoinNetwork, bitcoinKeys, coderOf } from './bitcoinKeys.ts'
import type { BitcoinAccount, BitcoinFace } from './injectedBitcoinProvider.ts'
import { ecdsaMessageHash, signByBip322, signByEcdsa } from './signBitcoinMessage.ts'

export type BitcoinWalletOptions = {
  /** `Test wallet` when absent. */
  readonly name?: string
  /** A data URI; generated from the name when absent. */
  readonly icon?: string
  /** The seed of all accounts (BIP-32), 16 to 64 bytes; generated for this test when absent. */
  readonly seed?: Uint8Array
  /** The number of accounts; one when absent. */
  readonly accounts?: number
  /** `Mainnet` when absent. */
  readonly network?: BitcoinNetwork
  /** How dapps find it: in `window.btc_providers`, by the Wallet Standard, or both; `providers` when absent. */
  readonly found?: 'providers' | 'standard' | 'both'
}

export type BitcoinWallet = PageWallet<BitcoinFace> & {
  /** The sent transactions, serialized, hexadecimal. They aren't broadcast: there is no network. */
  readonly sent: readonly string[]
  switchChain(network: BitcoinNetwork | (string & {}) | number): void
}

const acts: Readonly<Record<string, Act>> = {
  getAddresses: 'connect',
  getAccounts: 'connect',
  wallet_connect: 'connect',
  wallet_requestPermissions: 'connect',
  signMessage: 'sign',
  signPsbt: 'sign',
  sendTransfer: 'send',
  wallet_changeNetwork: 'switch',
}
/** Codes of sats-connect. */
const codes = { invalidParams: -32602, methodNotFound: -32601, rejected: -32000, denied: -32002 } as const
const networks: readonly BitcoinNetwork[] = ['Mainnet', 'Testnet', 'Testnet4', 'Signet', 'Regtest']
/** Satoshis. */
const fee = 1_000

/**
 * A Bitcoin wallet with real keys: a payment address (P2WPKH) and an ordinals address (P2TR) for each account, messages signed by ECDSA or
 * BIP-322, PSBTs, and transfers, which spend a generated coin each and are kept in `sent`.
 * `switchChain` takes a network by its name in sats-connect, such as `Testnet`.
 */
export const createBitcoinWallet = (options: BitcoinWalletOptions = {}): BitcoinWallet => {
  const { name = 'Test wallet', accounts: count = 1, found = 'providers' } = options
  const seed = options.seed ?? crypto.getRandomValues(new Uint8Array(32))
  const sent: string[] = []
  let network: BitcoinNetwork = options.network ?? 'Mainnet'

  const keys = (): readonly BitcoinKey[] => bitcoinKeys(seed, sites.selected(), network)
  const allKeys = (): readonly BitcoinKey[] =>
    Array.from({ length: count }, (_, account) => bitcoinKeys(seed, account, network)).flat()
  const accountOf = ({ address, purpose, addressType, publicKey, path }: BitcoinKey): BitcoinAccount => ({
    address,
    purpose,
    addressType,
    publicKey: hex.encode(publicKey),
    path,
    walletType: 'software',
  })
  const goTo = (next: BitcoinNetwork): void => {
    if (next === network) return
    network = next
    sites.tellConnected((origin) => ({
      name: 'networkChange',
      data: { type: 'networkChange', ...networkFacts(), addresses: sites.accountsFor(origin) },
    }))
  }
  const networkFacts = () => ({ bitcoin: { name: network }, stacks: { name: stacksOf(network) } })

  const requireConnected = (origin: string): void => {
    if (!sites.isConnected(origin)) throw new RpcError(codes.denied, 'Access denied: this site is not connected')
  }
  const keyOf = (origin: string, address: unknown): BitcoinKey => {
    requireConnected(origin)
    const key = allKeys().find((one) => one.address === address)
    if (key === undefined) throw new RpcError(codes.invalidParams, 'This address is not one of the wallet')
    return key
  }
  const broadcast = (transaction: Transaction): string => {
    transaction.finalize()
    sent.push(transaction.hex)
    return transaction.id
  }
  const connect = async (origin: string): Promise<object> => {
    sites.connect(origin)
    return account(origin)
  }
  const account = (origin: string) => ({
    id: hex.encode(sha256(seed)).slice(0, 16),
    addresses: sites.accountsFor(origin),
    walletType: 'software',
    network: { ...networkFacts(), spark: { name: 'mainnet' } },
  })

  const methods: Record<string, (origin: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>> = {
    getInfo: async () => ({
      version: '1.0.0',
      platform: 'web',
      methods: Object.keys(methods),
      supports: [],
    }),
    wallet_connect: connect,
    getAddresses: async (origin, { purposes }) => {
      await connect(origin)
      const { addresses, network } = account(origin)
      return { addresses: addresses.filter(({ purpose }) => wants(purposes, purpose)), network }
    },
    getAccounts: async (origin, { purposes }) => {
      await connect(origin)
      return sites.accountsFor(origin).filter(({ purpose }) => wants(purposes, purpose))
    },
    wallet_requestPermissions: async (origin) => {
      await connect(origin)
      return true
    },
    wallet_getAccount: async (origin) => {
      requireConnected(origin)
      return account(origin)
    },
    wallet_getNetwork: async (origin) => {
      requireConnected(origin)
      return { bitcoin: { name: network }, stacks: { name: stacksOf(network) } }
    },
    wallet_changeNetwork: async (_, { name }) => {
      const next = networks.find((one) => one === name)
      if (next === undefined) throw new RpcError(codes.invalidParams, 'There is no such network')
      goTo(next)
      return null
    },
    wallet_renouncePermissions: async (origin) => {
      sites.end([origin])
      return true
    },
    wallet_disconnect: async (origin) => {
      sites.end([origin])
      return null
    },
    signMessage: async (origin, { address, message, protocol }) => {
      const key = keyOf(origin, address)
      const way = protocol ?? (key.addressType === 'p2tr' ? 'BIP322' : 'ECDSA')
      if (way === 'ECDSA' && key.addressType === 'p2tr')
        throw new RpcError(codes.invalidParams, 'A taproot address signs by BIP322')
      const text = String(message)
      const signature = way === 'ECDSA' ? signByEcdsa(key, text) : signByBip322(key, text)
      return { signature, messageHash: hex.encode(ecdsaMessageHash(text)), address, protocol: way }
    },
    signPsbt: async (origin, { psbt, signInputs, broadcast: sends }) => {
      requireConnected(origin)
      const transaction = readPsbt(psbt)
      const wanted = Object.entries((signInputs ?? everyInput(transaction, allKeys())) as Record<string, number[]>)
      for (const [address, indexes] of wanted) {
        const key = keyOf(origin, address)
        for (const index of indexes) {
          if (key.addressType === 'p2tr') transaction.updateInput(index, { tapInternalKey: key.publicKey })
          transaction.signIdx(key.privateKey, index)
        }
      }
      const txid = sends === true ? broadcast(transaction) : undefined
      return { psbt: base64.encode(transaction.toPSBT()), ...(txid !== undefined && { txid }) }
    },
    sendTransfer: async (origin, { recipients }) => {
      const payer = keyOf(origin, keys()[0]?.address)
      const outputs = (Array.isArray(recipients) ? recipients : []) as { address: string; amount: number }[]
      const total = outputs.reduce((sum, { amount }) => sum + amount, 0)
      const transaction = new Transaction()
      transaction.addInput({
        txid: sha256(new TextEncoder().encode(`${payer.address} ${sent.length}`)),
        index: 0,
        witnessUtxo: { script: payer.script, amount: BigInt(total + fee) },
      })
      for (const { address, amount } of outputs) transaction.addOutputAddress(address, BigInt(amount), coderOf(network))
      transaction.signIdx(payer.privateKey, 0)
      return { txid: broadcast(transaction) }
    },
  }

  const sites = createSites<BitcoinAccount>({
    count,
    accounts: () => keys().map(accountOf),
    accountsEvent: (addresses) => ({ name: 'accountChange', data: { type: 'accountChange', addresses } }),
    endEvent: { name: 'disconnect', data: { type: 'disconnect' } },
    errors: {
      rejected: () => new RpcError(codes.rejected, 'User rejected the request'),
      locked: () => new RpcError(codes.denied, 'The wallet is locked. Please unlock it first.'),
      ended: () => new RpcError(codes.denied, 'Access denied: this site is not connected'),
    },
    acts,
    async answer(origin, method, params) {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (answer === undefined) throw new RpcError(codes.methodNotFound, `There is no method ${method}`)
      return answer(origin, recordOf(params))
    },
  })

  return {
    ...sites.wallet,
    name,
    get addresses() {
      return allKeys()
        .filter(({ purpose }) => purpose === 'payment')
        .map(({ address }) => address)
    },
    sent,
    face: { kind: 'bitcoin', name, icon: options.icon ?? iconOf(name), found },
    switchChain(chain) {
      const next = networks.find((one) => one === chain)
      if (next === undefined) throw new RangeError(`There is no Bitcoin network ${chain}`)
      goTo(next)
    },
  }
}

const stacksOf = (network: BitcoinNetwork): string => (network === 'Mainnet' ? 'mainnet' : 'testnet')
const wants = (purposes: unknown, purpose: string): boolean => !Array.isArray(purposes) || purposes.includes(purpose)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const readPsbt = (psbt: unknown): Transaction => {
  try {
    return Transaction.fromPSBT(base64.decode(String(psbt)))
  } catch {
    throw new RpcError(codes.invalidParams, 'The PSBT is not valid')
  }
}

/** Returns the wallet's inputs by address: those to sign for a dapp that names none. */
const everyInput = (transaction: Transaction, keys: readonly BitcoinKey[]): Record<string, number[]> => {
  const found: Record<string, number[]> = {}
  for (let index = 0; index < transaction.inputsLength; index++) {
    const script = transaction.getInput(index).witnessUtxo?.script
    const key = keys.find((one) => script !== undefined && hex.encode(one.script) === hex.encode(script))
    if (key !== undefined) found[key.address] = [...(found[key.address] ?? []), index]
  }
  return found
}

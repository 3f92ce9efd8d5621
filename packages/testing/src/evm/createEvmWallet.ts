import { createWalletClient, defineChain, getAddress, hexToBigInt, http, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSites } from '../createSites.ts'
import { iconOf } from '../icon.ts'
import { RpcError } from '../RpcError.ts'
import type { Act } from '../script.ts'
import type { PageWallet } from '../TestWallet.ts'
import type { EvmFace } from './injectedEvmProvider.ts'

type Hex = `0x${string}`

/** A chain that the wallet knows: its number (EIP-155), and its real node address. */
export type EvmChain = { readonly id: number; readonly rpcUrl: string }

export type EvmWalletOptions = {
  /** `Test wallet` when absent. */
  readonly name?: string
  /** Reverse-domain name (EIP-6963). */
  readonly rdns?: string
  /** A data URI; generated from the name when absent. */
  readonly icon?: string
  /** Private keys, or the number of accounts to generate for this test; one when absent. */
  readonly accounts?: readonly Hex[] | number
  /** It starts on the first. */
  readonly chains: readonly [EvmChain, ...EvmChain[]]
  /** Node addresses of chains that a dapp may add, overriding the dapp's; the dapp's own address when absent. */
  readonly addable?: readonly EvmChain[]
  /** How dapps find it: announced (EIP-6963), as `window.ethereum`, or both; announced when absent. */
  readonly found?: 'announced' | 'injected' | 'both'
}

export type EvmWallet = PageWallet<EvmFace> & {
  readonly addresses: readonly Hex[]
  /** The current chain. */
  readonly chainId: number
  /** The chains that it knows. */
  readonly chainIds: readonly number[]
  switchChain(chainId: number | string): void
}

/** Methods that need the user, by their meaning. */
const acts: Readonly<Record<string, Act>> = {
  eth_requestAccounts: 'connect',
  wallet_requestPermissions: 'connect',
  personal_sign: 'sign',
  eth_signTypedData_v4: 'sign',
  eth_sendTransaction: 'send',
  wallet_switchEthereumChain: 'switch',
  wallet_addEthereumChain: 'add',
}

/**
 * An EVM wallet (EIP-1193, EIP-6963, EIP-3326, EIP-3085, EIP-2255) with real keys: it signs, and sends to the given chains. As in real
 * wallets, each site is separate: a site has no accounts until it has connected, and still has them after a reload.
 */
export const createEvmWallet = (options: EvmWalletOptions): EvmWallet => {
  const { name = 'Test wallet', rdns = 'org.example.testwallet', accounts: wanted = 1 } = options
  const keys = typeof wanted === 'number' ? Array.from({ length: wanted }, () => generatePrivateKey()) : wanted
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const chains = new Map(options.chains.map(({ id, rpcUrl }) => [id, rpcUrl]))
  const places = new Map((options.addable ?? []).map(({ id, rpcUrl }) => [id, rpcUrl]))
  const addresses = accounts.map(({ address }) => address)
  let chainId = options.chains[0].id

  const toHex = (id: number): Hex => `0x${id.toString(16)}`
  const goTo = (id: number): void => {
    if (id === chainId) return
    chainId = id
    // EIP-1193: all pages are notified, connected or not.
    sites.tellAll({ name: 'chainChanged', data: toHex(id) })
  }

  const signerOf = (origin: string, from: unknown) => {
    const account = accounts.find(({ address }) => address.toLowerCase() === String(from).toLowerCase())
    if (account === undefined || !sites.isConnected(origin))
      throw new RpcError(4100, 'The requested account has not been authorized by the user.')
    return account
  }
  const rpcUrl = (): string => {
    const url = chains.get(chainId)
    if (url === undefined) throw new RpcError(4901, 'The wallet is not connected to its chain.')
    return url
  }
  const permission = { parentCapability: 'eth_accounts', caveats: [] }
  const chainOf = (params: unknown): { id: number; rpcUrls: unknown } => {
    const { chainId, rpcUrls } = recordOf(list(params)[0])
    const id = typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId) ? Number(chainId) : Number.NaN
    if (!Number.isSafeInteger(id)) throw new RpcError(-32602, 'Expected 0x-prefixed, hexadecimal string as chainId.')
    return { id, rpcUrls }
  }

  const methods: Record<string, (origin: string, params: unknown) => Promise<unknown>> = {
    eth_requestAccounts: async (origin) => sites.connect(origin),
    wallet_requestPermissions: async (origin) => {
      sites.connect(origin)
      return [permission]
    },
    wallet_getPermissions: async (origin) => (sites.isConnected(origin) ? [permission] : []),
    wallet_revokePermissions: async (origin) => {
      sites.end([origin])
      return null
    },
    eth_accounts: async (origin) => sites.accountsFor(origin),
    eth_chainId: async () => toHex(chainId),
    net_version: async () => String(chainId),
    personal_sign: async (origin, params) => {
      const [message, from] = list(params)
      const text = String(message)
      return signerOf(origin, from).signMessage({ message: isHex(text) ? { raw: text } : text })
    },
    eth_signTypedData_v4: async (origin, params) => {
      const [from, data] = list(params)
      return signerOf(origin, from).signTypedData(typeof data === 'string' ? JSON.parse(data) : (data as never))
    },
    eth_sendTransaction: async (origin, params) => {
      const request = recordOf(list(params)[0])
      const account = signerOf(origin, request.from)
      const chain = defineChain({
        id: chainId,
        name: `Chain ${chainId}`,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl()] } },
      })
      const { to, data, value, gas } = request
      return createWalletClient({ account, chain, transport: http(rpcUrl()) }).sendTransaction({
        to: to === undefined ? null : getAddress(String(to)),
        ...(isHex(data) && { data }),
        ...(isHex(value) && { value: hexToBigInt(value) }),
        ...(isHex(gas) && { gas: hexToBigInt(gas) }),
      })
    },
    wallet_switchEthereumChain: async (_, params) => {
      const { id } = chainOf(params)
      if (!chains.has(id)) throw new RpcError(4902, 'Unrecognized chain ID. Try adding the chain first.')
      goTo(id)
      return null
    },
    wallet_addEthereumChain: async (_, params) => {
      const { id, rpcUrls } = chainOf(params)
      const url = places.get(id) ?? list(rpcUrls)[0]
      if (typeof url !== 'string') throw new RpcError(-32602, 'Expected an array with at least one RPC address.')
      if (!chains.has(id)) chains.set(id, url)
      goTo(id)
      return null
    },
  }

  /** Forwards other requests to the chain, as any wallet does. */
  const askNode = async (method: string, params: unknown): Promise<unknown> => {
    if (!method.startsWith('eth_') || method === 'eth_sign') throw new RpcError(4200, `There is no method ${method}.`)
    const response = await fetch(rpcUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    if (error !== undefined) throw new RpcError(error.code, error.message)
    return result
  }

  const sites = createSites<Hex>({
    count: accounts.length,
    // The active account comes first, as dapps expect.
    accounts: (selected) => [...addresses.slice(selected), ...addresses.slice(0, selected)],
    accountsEvent: (data) => ({ name: 'accountsChanged', data }),
    endEvent: { name: 'accountsChanged', data: [] },
    errors: {
      rejected: () => new RpcError(4001, 'User rejected the request.'),
      locked: () => new RpcError(4100, 'The wallet is locked. Please unlock it first.'),
      ended: () => new RpcError(4900, 'The wallet is disconnected.'),
    },
    acts,
    answer: async (origin, method, params) =>
      Object.hasOwn(methods, method) ? methods[method]?.(origin, params) : askNode(method, params),
  })

  return {
    ...sites.wallet,
    name,
    addresses,
    get chainId() {
      return chainId
    },
    get chainIds() {
      return [...chains.keys()]
    },
    face: {
      kind: 'evm',
      info: { uuid: crypto.randomUUID(), name, rdns, icon: options.icon ?? iconOf(name) },
      found: options.found ?? 'announced',
    },
    switchChain(chain) {
      const id = Number(chain)
      if (!chains.has(id)) throw new RangeError(`This wallet does not know chain ${chain}`)
      goTo(id)
    },
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

import {
  buildApprove,
  buildTransaction,
  convertAllowance,
  convertGasPrice,
  convertQuotes,
  convertStatus,
  convertTokens,
  fungiblePrice,
} from '@latchkey/api-client'
import { parseCaip10 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'
import { keepAnswers } from '../keepAnswers.ts'
import type { NetworkId } from '../Modal.ts'
import { isSameAddress } from '../send/isSameAddress.ts'
import type { SwapPermit } from '../send/SendPlan.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId, namespaceOf } from '../storedConnections.ts'
import { swapErrorOf } from './swapError.ts'
import type { SwapNamespace } from './swapWish.ts'

/** A token that the exchange of a network swaps. `address`: CAIP-10; the coin of the network is at `coinAddress`. */
export type ListedToken = { address: string; name: string; symbol: string; decimals: number; logoUri: string }

/** A swap request: exactly `units` of `from`. Tokens are CAIP-10; `account` is an address of their network. */
export type SwapPair = { from: string; to: string; units: bigint; account: string }

/**
 * `toUnits`: above 0. `route`: CAIP-10, both ends included. `impact`: how far below the pools' price, in percent; null where the exchange
 * doesn't give it.
 */
export type SwapQuote = {
  readonly toUnits: bigint
  readonly provider: string | null
  readonly route: readonly string[]
  readonly impact: number | null
  /** To another network: the duration, in seconds, and the cost in addition to gas, in US dollars, null where not known. */
  readonly crossing: { readonly seconds: number | null; readonly feesUsd: number | null } | null
}

/**
 * The status of a swap to another network, as the exchange reports it. `txHash`: the payout, on its network: for `refunded` the source
 * network.
 */
export type CrossingReport = {
  readonly state: 'pending' | 'arrived' | 'refunded' | 'failed'
  readonly txHash: string | null
}

/** A call that the exchange's driver has built. `to`: an address. `value`: in wei. */
export type BuiltCall = { to: string; data: `0x${string}`; value: bigint }

/** `permitSpender`: the address that takes a signature (EIP-2612) for more; null where none does. */
export type Allowance = { readonly units: bigint; readonly permitSpender: string | null }

/**
 * The api's rows about swaps. Each function throws the AppErrors of its row, those for another server's messages (`swapErrorOf`), and
 * SWAP_MISMATCH for a response about another swap.
 */
export type SwapApi = {
  /** `destinations`: other networks that these tokens can be swapped to. */
  tokens(network: NetworkId): Promise<{ listed: readonly ListedToken[]; destinations: readonly NetworkId[] }>
  status(txHash: string, from: NetworkId, to: NetworkId): Promise<CrossingReport>
  /** In US dollars, by CAIP-10. Tokens without a known price are left out. */
  prices(addresses: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The best one. Throws LIQUIDITY_INSUFFICIENT where there is none. */
  quote(pair: SwapPair): Promise<SwapQuote>
  /** The current gas price, in wei. */
  gasPrice(network: NetworkId): Promise<bigint>
  /** The exchange's allowance of the token to send. */
  allowance(pair: SwapPair): Promise<Allowance>
  buildApprove(pair: SwapPair): Promise<BuiltCall>
  /** Throws PRICE_MOVED where less than `minimum` would arrive now. */
  buildSwap(pair: SwapPair, minimum: bigint, permit?: SwapPermit): Promise<BuiltCall>
  /** The same on Solana: the whole transaction, for the account to sign. */
  buildSolanaSwap(pair: SwapPair, minimum: bigint): Promise<Uint8Array>
}

/** The coin of an EVM network among its tokens (EIP-7528), and that of Solana, which exchanges name by the mint of its wrapped form. */
const coins: Readonly<Record<SwapNamespace, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111112',
}
export const coinAddress = (network: NetworkId): string =>
  `${network}:${coins[namespaceOf(network) as SwapNamespace] ?? ''}`
export const isCoin = (address: string): boolean =>
  isSameAddress(address, coinAddress(address.slice(0, address.lastIndexOf(':')) as NetworkId))

const maxPriced = 100

export const createSwapApi = (backend: Backend, storage?: ModalStorage): SwapApi => {
  const client = createBackendClient(
    backend,
    {
      buildApprove,
      buildTransaction,
      convertAllowance,
      convertGasPrice,
      convertQuotes,
      convertStatus,
      convertTokens,
      fungiblePrice,
    },
    keepAnswers(storage, [fungiblePrice]),
  )
  const api: typeof client = {
    call: (...asked) =>
      client.call(...asked).catch((thrown: unknown) => {
        throw swapErrorOf(thrown)
      }),
  }
  const build = async ({ from, to, units, account }: SwapPair, minimum: bigint, permit?: SwapPermit) => {
    const { tx } = await api.call('buildTransaction', {
      from,
      to,
      amount: units.toString(),
      userAddress: account,
      minimumAmount: minimum.toString(),
      disableEstimate: true,
      ...(permit !== undefined && {
        permit: { deadline: permit.deadline.toString(), signature: permit.signature },
      }),
    })
    return tx
  }
  return {
    async tokens(network) {
      const { tokens, destinations = [] } = await api.call('convertTokens', { chainId: network })
      const listed = tokens.flatMap(({ address, name, symbol, decimals, logoUri }) =>
        address.startsWith(`${network}:`) && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
          ? [{ address, name, symbol, decimals, logoUri }]
          : [],
      )
      return { listed, destinations: destinations.filter(isNetworkId) }
    },
    async status(txHash, fromChainId, toChainId) {
      const { state, txHash: paidBy = null } = await api.call('convertStatus', { txHash, fromChainId, toChainId })
      return { state, txHash: paidBy }
    },
    async prices(addresses) {
      const { fungibles } = await api.call('fungiblePrice', {
        projectId: backend.projectId,
        currency: 'usd',
        addresses: addresses.slice(0, maxPriced),
      })
      return new Map(fungibles.flatMap(({ address, price }) => (price > 0 ? [[address, price] as const] : [])))
    },
    async quote({ from, to, units, account }) {
      const { quotes } = await api.call('convertQuotes', {
        amount: units.toString(),
        userAddress: account,
        from,
        to,
      })
      const [best] = quotes
      if (best === undefined) throw new AppError('LIQUIDITY_INSUFFICIENT')
      const toUnits = BigInt(best.toAmount)
      const { provider = null, route = [], priceImpact, crossing } = best
      const ends = route.length === 0 || (isSameAddress(route[0], from) && isSameAddress(route.at(-1), to))
      const own =
        isSameAddress(best.fromAccount, accountOn(from, account)) &&
        isSameAddress(best.toAccount, accountOn(to, account))
      if (BigInt(best.fromAmount) !== units || toUnits === 0n || !ends || !own) throw new AppError('SWAP_MISMATCH')
      const impact = priceImpact !== undefined && priceImpact >= 0 && priceImpact <= 100 ? priceImpact : null
      const { seconds = null, feesUsd = null } = crossing ?? {}
      return { toUnits, provider, route, impact, crossing: isCrossing({ from, to }) ? { seconds, feesUsd } : null }
    },
    gasPrice: async (network) => BigInt((await api.call('convertGasPrice', { chainId: network })).standard),
    async allowance({ from: tokenAddress, to, account: userAddress }) {
      const toChainId = parseCaip10(to).caipNetworkId
      const { allowance, permit } = await api.call('convertAllowance', { tokenAddress, userAddress, toChainId })
      if (permit === undefined) return { units: BigInt(allowance), permitSpender: null }
      const { caipNetworkId, address } = parseCaip10(permit.spender)
      if (caipNetworkId !== parseCaip10(tokenAddress).caipNetworkId) throw new AppError('SWAP_MISMATCH')
      return { units: BigInt(allowance), permitSpender: address }
    },
    async buildApprove({ from, to, units, account }) {
      const { tx } = await api.call('buildApprove', { from, to, userAddress: account, amount: units.toString() })
      return readCall(tx, tx.value, accountOn(from, account))
    },
    async buildSwap(pair, minimum, permit) {
      const tx = await build(pair, minimum, permit)
      return readCall(tx, tx.amount, accountOn(pair.from, pair.account))
    },
    async buildSolanaSwap(pair, minimum) {
      const { data } = await build(pair, minimum)
      if (data.length > maxBase64 || !/^[A-Za-z0-9+/]+=*$/.test(data)) throw new AppError('SWAP_MISMATCH')
      return Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    },
  }
}

/** A packet of Solana in base64, and a little more. */
const maxBase64 = 1_700

/** Whether the tokens of a swap are on two networks. */
const isCrossing = ({ from, to }: Pick<SwapPair, 'from' | 'to'>): boolean =>
  parseCaip10(from).caipNetworkId !== parseCaip10(to).caipNetworkId

/** An account on the network of a token, as CAIP-10. */
const accountOn = (token: string, account: string): string => `${parseCaip10(token).caipNetworkId}:${account}`

/** Throws SWAP_MISMATCH for a transaction of another account or on another network, and for an invalid one. */
const readCall = (tx: { from: string; to: string; data: string }, value: string, owner: string): BuiltCall => {
  const { to, data } = tx
  const at = parseCaip10(to)
  const isOwn = isSameAddress(tx.from, owner) && at.caipNetworkId === parseCaip10(owner).caipNetworkId
  if (!isOwn || !/^0x(?:[0-9a-f]{2})+$/i.test(data)) throw new AppError('SWAP_MISMATCH')
  return { to: at.address, data: data as `0x${string}`, value: BigInt(value) }
}

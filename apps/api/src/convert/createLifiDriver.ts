/**
 * LI.FI's aggregator for swaps to another EVM chain, by its API (https://docs.li.fi/api-reference, read on 2026-11-28; never called from here:
 * docs/operations/swaps.md).
 *
 * Requirements: what it returns is not trusted. Its calldata is read by the code that the modal and the wallet frame read it by, and must be the
 * swap that was asked for: through the diamond of the settings, to the owner on the other chain and back to the owner if it fails, of exactly the
 * amount, for at least the minimum. What its answers say beside the calldata decides nothing.
 *
 * Design: one request quotes and builds. It asks for the bridge Across alone, without a call on the other chain: there a deposit names the
 * receiver, the token and the amount, so that calldata can be checked to the end. A quote whose calldata can't be read is no quote.
 */
import {
  type Asset,
  decodeCall,
  type EvmAddress,
  effectsOf,
  findSwapFault,
  isEvmAddress,
  parseEvmAddress,
  type SwapTerms,
  toChecksumAddress,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { callPartner } from '../partners/callPartner.ts'
import { createRouterCalls, isNative, type RouterCallsOptions } from './createRouterCalls.ts'
import type { CrossingStatus, ExchangeDriver, SwapPair } from './ExchangeDriver.ts'
import type { LifiSettings } from './lifiSettings.ts'

export type LifiDriverOptions = Omit<RouterCallsOptions, 'router'> & {
  settings: LifiSettings
  /** Of this chain. */
  diamond: Address
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now: () => number
}

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)
const address = z.custom<Address>(isEvmAddress)
const place = z.object({ address, chainId: z.int() })
const step = z.object({
  action: z.object({ fromToken: place, toToken: place, fromAmount: units }),
  estimate: z.object({
    approvalAddress: address,
    toAmount: units,
    fromAmountUSD: z.optional(z.string()),
    toAmountUSD: z.optional(z.string()),
    /** In seconds. */
    executionDuration: z.optional(z.number().check(z.nonnegative())),
    feeCosts: z.optional(z.nullable(z.array(z.object({ amountUSD: z.optional(z.string()) })))),
  }),
  transactionRequest: z.object({
    to: address,
    /** Hex. */
    value: z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
    data: z.string().check(z.maxLength(262_144), z.regex(/^0x(?:[0-9a-f]{2})+$/i)),
  }),
})
type Step = z.output<typeof step>
const statusAnswer = z.object({
  status: z.enum(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  substatus: z.optional(z.nullable(z.string())),
  receiving: z.optional(z.nullable(z.object({ txHash: z.optional(z.string()), chainId: z.optional(z.int()) }))),
})
const refusal = z.object({ code: z.optional(z.int()) })

/** Of the vendor's error codes. */
const [noQuote, tooMuchSlippage, invalid] = [1002, 1007, 1011]
const errorOf = (said: unknown): AppError | null => {
  const refused = tryParse(refusal, said)
  const code = refused.success ? refused.data.code : undefined
  if (code === noQuote) return new AppError('LIQUIDITY_INSUFFICIENT')
  if (code === tooMuchSlippage) return new AppError('PRICE_MOVED')
  return code === invalid ? new AppError('SWAPS_UNSUPPORTED', { details: { reason: 'not a pair of LI.FI' } }) : null
}

/** How the vendor writes a chain's coin. */
const coin = `0x${'0'.repeat(40)}`
const bridge = 'across'
/** What may be lost to prices on the way, in hundredths of a percent, unless the user allows less. */
const usualSlippage = 50n

/**
 * Swaps of one chain's tokens for those of the others. Throws SERVICE_UNREACHABLE when the vendor is unavailable or returns something else, SWAP_MISMATCH
 * when it returns another swap, SWAPS_UNSUPPORTED for a coin that is to arrive, whose amount no calldata states.
 */
export const createLifiDriver = (options: LifiDriverOptions): ExchangeDriver => {
  const { network, settings, diamond, fetch, now } = options
  const { url, apiKey, integrator, name, chains } = settings
  const { complete, ...own } = createRouterCalls({ ...options, router: diamond })
  const headers = { 'x-lifi-api-key': apiKey }

  /** A quote with its calldata, which is of the pair. */
  const find = async (pair: SwapPair, owner: string, slippageBps = usualSlippage) => {
    const { from, to, amount, toChain } = pair
    if (toChain === undefined || isNative(to))
      throw new AppError('SWAPS_UNSUPPORTED', { details: { reason: 'LI.FI brings tokens to other chains, no coins' } })
    const query = {
      fromChain: network.id.toString(),
      toChain: idOf(toChain).toString(),
      fromToken: contractOf(from),
      toToken: to,
      fromAmount: amount.toString(),
      fromAddress: owner,
      toAddress: owner,
      slippage: (Number(slippageBps) / 10_000).toString(),
      integrator,
      allowBridges: bridge,
      allowDestinationCall: 'false',
    }
    const found = await callPartner(`${url}/quote?${new URLSearchParams(query)}`, step, {
      fetch,
      headers,
      refuse: errorOf,
    })
    const { action, estimate, transactionRequest } = found
    const isOf = (said: z.output<typeof place>, chainId: number, token: string) =>
      said.chainId === chainId && isSame(said.address, token)
    if (!isOf(action.fromToken, network.id, query.fromToken) || action.fromAmount !== amount) throw mismatch('amount')
    if (!isOf(action.toToken, idOf(toChain), to)) throw mismatch('received')
    if (![estimate.approvalAddress, transactionRequest.to].every((each) => isSame(each, diamond)))
      throw mismatch('router')
    if (estimate.toAmount === 0n) throw new AppError('LIQUIDITY_INSUFFICIENT')
    const { data, value } = transactionRequest
    const call = { to: toChecksumAddress(diamond), data: data as `0x${string}`, value: BigInt(value) }
    return { found, call, least: leastOf(call, { ...pair, toChain }, parseEvmAddress(owner), now()) }
  }

  return {
    ...own,
    name,
    destinations: Object.keys(chains).filter((chainId) => chainId !== network.caipNetworkId),
    async quote(pair, owner) {
      const { estimate } = (await find(pair, owner)).found
      return {
        toAmount: estimate.toAmount,
        route: [],
        priceImpact: impactOf(estimate),
        crossing: { seconds: estimate.executionDuration ?? null, feesUsd: feesOf(estimate) },
      }
    },
    async buildTransaction({ owner, minimum, estimates, ...pair }, requester) {
      let { found, call, least } = await find(pair, owner)
      const { toAmount } = found.estimate
      const needed = minimum(toAmount)
      if (toAmount < needed) throw new AppError('PRICE_MOVED')
      if (least < needed) ({ call, least } = await find(pair, owner, ((toAmount - needed) * 10_000n) / toAmount))
      if (least < needed) throw new AppError('PRICE_MOVED')
      return await complete(owner, call, requester, estimates)
    },
    async status(txHash, toChain) {
      const query = { txHash, bridge, fromChain: network.id.toString(), toChain: idOf(toChain).toString() }
      const said = await callPartner(`${url}/status?${new URLSearchParams(query)}`, statusAnswer, { fetch, headers })
      const state = stateOf(said)
      const paidOn = state === 'refunded' ? network.id : idOf(toChain)
      const { receiving } = said
      const isPaid = (state === 'arrived' || state === 'refunded') && receiving?.chainId === paidOn
      const hash = receiving?.txHash ?? ''
      return { state, txHash: isPaid && /^0x[0-9a-f]{64}$/i.test(hash) ? hash : null }
    },
  }
}

const stateOf = ({ status, substatus }: z.output<typeof statusAnswer>): CrossingStatus['state'] => {
  if (substatus === 'REFUNDED') return 'refunded'
  if (status === 'DONE') return 'arrived'
  return status === 'FAILED' ? 'failed' : 'pending'
}

const mismatch = (reason: string): AppError => new AppError('SWAP_MISMATCH', { details: { reason } })
const contractOf = (token: string): string => (isNative(token) ? coin : token)
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const idOf = (chainId: string): number => Number(chainId.slice('eip155:'.length))

/** The least that the calldata lets arrive. Throws SWAP_MISMATCH for calldata that isn't the swap. */
function leastOf(
  call: { to: EvmAddress; data: `0x${string}`; value: bigint },
  { from, to, amount, toChain }: SwapPair & { toChain: string },
  owner: EvmAddress,
  nowMs: number,
): bigint {
  const give: Asset = isNative(from) ? 'native' : parseEvmAddress(from)
  const get = { asset: parseEvmAddress(to), minimum: 1n, network: toChain }
  const terms: SwapTerms = { give: { asset: give, amount }, get }
  const effects = effectsOf(decodeCall({ ...call, from: owner }), owner)
  const fault = findSwapFault([{ ...call, effects }], terms, owner, (exchange) => exchange === call.to, nowMs)
  const [effect] = effects
  if (effect?.kind !== 'bridge') throw mismatch('unread')
  if (fault !== null) throw mismatch(fault)
  return effect.get.amount
}

/** By the vendor's own prices; null where it has none. */
const impactOf = ({ fromAmountUSD, toAmountUSD }: Step['estimate']): number | null => {
  const [given, gotten] = [Number(fromAmountUSD), Number(toAmountUSD)]
  if (!(given > 0 && gotten > 0 && Number.isFinite(given))) return null
  return Math.round(Math.max(0, 1 - gotten / given) * 10_000) / 100
}

/** In US dollars; null where the vendor leaves one out. */
const feesOf = ({ feeCosts }: Step['estimate']): number | null => {
  const all = (feeCosts ?? []).map(({ amountUSD }) => Number(amountUSD ?? Number.NaN))
  return all.every((each) => Number.isFinite(each) && each >= 0) ? all.reduce((sum, each) => sum + each, 0) : null
}

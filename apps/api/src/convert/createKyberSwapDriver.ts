/**
 * KyberSwap's aggregator, by its API for EVM chains (version 2.12.1 of its description, read on 2026-11-28; never called from here:
 * docs/operations/swaps.md).
 *
 * Requirements: what it returns is not trusted. Its calldata is read by the code that the modal and the wallet frame read it by, and must be
 * the swap that was asked for: through the router of the settings, to the owner, of exactly the amount, for at least the minimum, without a
 * fee. What its answers say beside the calldata decides nothing.
 *
 * Design: one request finds a route, another one builds it. The route goes back as it came, since the vendor signs it with a checksum. Market
 * makers' quotes are left out: they expire before a user has read the screen.
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
import { createRouterCalls, isNative, type RouterCallsOptions, validSeconds } from './createRouterCalls.ts'
import type { ExchangeDriver, SwapPair } from './ExchangeDriver.ts'
import type { KyberSwapSettings } from './swapSettings.ts'

export type KyberSwapDriverOptions = Omit<RouterCallsOptions, 'router'> & {
  settings: Omit<KyberSwapSettings, 'chains'> & KyberSwapSettings['chains'][string]
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now: () => number
}

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)
const address = z.custom<Address>(isEvmAddress)
const answer = z.object({ code: z.int(), data: z.optional(z.unknown()) })
const refusal = z.object({ code: z.int() })
const routeAnswer = z.object({ routeSummary: z.unknown(), routerAddress: address })
const routeSummary = z.object({
  tokenIn: address,
  tokenOut: address,
  amountIn: units,
  amountOut: units,
  amountInUsd: z.optional(z.string()),
  amountOutUsd: z.optional(z.string()),
  /** Paths that take a part of the amount each, with their hops. */
  route: z.array(z.array(z.object({ tokenOut: address, swapAmount: units })).check(z.minLength(1))),
})
type RouteSummary = z.output<typeof routeSummary>
const buildAnswer = z.object({
  routerAddress: address,
  transactionValue: units,
  data: z.string().check(z.maxLength(262_144), z.regex(/^0x(?:[0-9a-f]{2})+$/i)),
})

/** Of the vendor's error codes: no route, more than any pool takes, no pool, an unknown token. */
const withoutRoute = new Set([4008, 4009, 4010, 4011])
/** A part of the route gives less than when it was found. */
const movedCode = 4222

/** Null for what is no matter of this swap. */
const errorOf = (code: number): AppError | null => {
  if (withoutRoute.has(code)) return new AppError('LIQUIDITY_INSUFFICIENT')
  return code === movedCode ? new AppError('PRICE_MOVED') : null
}

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** As the vendor takes it, in hundredths of a percent. */
const maxSlippage = 2000n
/** Tokens of a route that the row returns. */
const maxHops = 7

/** Throws SERVICE_UNREACHABLE when the vendor is unavailable or returns something else, SWAP_MISMATCH when it returns another swap. */
export const createKyberSwapDriver = (options: KyberSwapDriverOptions): ExchangeDriver => {
  const { settings, fetch, now } = options
  const { url, path, clientId, router, name } = settings
  const { complete, ...own } = createRouterCalls({ ...options, router })

  const ask = async <schema extends z.ZodMiniType>(row: string, schema: schema, body?: unknown) => {
    const { code, data } = await callPartner(`${url}/${path}/api/v1/${row}`, answer, {
      fetch,
      headers: { 'X-Client-Id': clientId },
      ...(body !== undefined && { method: 'POST', body }),
      refuse(said) {
        const refused = tryParse(refusal, said)
        return refused.success ? errorOf(refused.data.code) : null
      },
    })
    if (code !== 0) throw errorOf(code) ?? new AppError('SERVICE_UNREACHABLE', { cause: new Error(`code ${code}`) })
    return read(schema, data)
  }
  const requireRouter = (given: Address): void => {
    if (given.toLowerCase() !== router.toLowerCase()) throw mismatch('router')
  }
  const findRoute = async ({ from, to, amount }: SwapPair) => {
    if (from === to) throw new AppError('LIQUIDITY_INSUFFICIENT')
    const [tokenIn, tokenOut] = [contractOf(from), contractOf(to)]
    const query = { tokenIn, tokenOut, amountIn: amount.toString(), excludeRFQSources: 'true' }
    const found = await ask(`routes?${new URLSearchParams(query)}`, routeAnswer)
    const summary = read(routeSummary, found.routeSummary)
    requireRouter(found.routerAddress)
    if (!isSame(summary.tokenIn, tokenIn) || summary.amountIn !== amount) throw mismatch('amount')
    if (!isSame(summary.tokenOut, tokenOut)) throw mismatch('received')
    if (summary.amountOut === 0n) throw new AppError('LIQUIDITY_INSUFFICIENT')
    return { summary, asItCame: found.routeSummary }
  }

  return {
    ...own,
    name,
    async quote(pair) {
      const { summary } = await findRoute(pair)
      return { toAmount: summary.amountOut, route: tokensOn(summary, pair), priceImpact: impactOf(summary) }
    },
    async buildTransaction({ owner, minimum, estimates, ...pair }, requester) {
      const { summary, asItCame } = await findRoute(pair)
      const least = minimum(summary.amountOut)
      if (summary.amountOut < least) throw new AppError('PRICE_MOVED')
      const built = await ask('route/build', buildAnswer, {
        routeSummary: asItCame,
        sender: owner,
        recipient: owner,
        slippageTolerance: slippageOf(summary.amountOut, least),
        deadline: Math.floor(now() / 1000) + validSeconds,
        source: clientId,
      })
      requireRouter(built.routerAddress)
      const call = { to: toChecksumAddress(router), data: built.data as `0x${string}`, value: built.transactionValue }
      requireSwap(call, pair, parseEvmAddress(owner), least, now())
      return await complete(owner, call, requester, estimates)
    },
  }
}

function read<schema extends z.ZodMiniType>(schema: schema, data: unknown): z.output<schema> {
  const parsed = tryParse(schema, data)
  if (!parsed.success) throw new AppError('SERVICE_UNREACHABLE', { cause: parsed.error })
  return parsed.data
}

const mismatch = (reason: string): AppError => new AppError('SWAP_MISMATCH', { details: { reason } })
const contractOf = (token: string): string => (isNative(token) ? coin : token)
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Throws SWAP_MISMATCH, and PRICE_MOVED where the calldata's minimum is below `least`. */
function requireSwap(
  call: { to: EvmAddress; data: `0x${string}`; value: bigint },
  { from, to, amount }: SwapPair,
  owner: EvmAddress,
  least: bigint,
  nowMs: number,
): void {
  const assetOf = (token: string): Asset => (isNative(token) ? 'native' : parseEvmAddress(token))
  const get = { asset: assetOf(to), minimum: least }
  const terms: SwapTerms = { give: { asset: assetOf(from), amount }, get }
  const effects = effectsOf(decodeCall({ ...call, from: owner }), owner)
  const fault = findSwapFault([{ ...call, effects }], terms, owner, (exchange) => exchange === call.to, nowMs)
  const [swap] = effects
  if (swap?.kind !== 'swap') throw mismatch('unread')
  if (fault === 'received' && swap.get.asset === get.asset) throw new AppError('PRICE_MOVED')
  if (fault !== null) throw mismatch(fault)
}

/**
 * How much less than the route's amount may come out so that it is at least `least`. The vendor has been seen to build from one base unit less
 * than its route.
 */
const slippageOf = (quoted: bigint, least: bigint): number => {
  const bps = ((quoted - 1n - least) * 10_000n) / quoted
  return Number(bps > maxSlippage ? maxSlippage : bps < 0n ? 0n : bps)
}

/** The tokens on the path that takes most of the amount; none where there are more than a quote names. */
const tokensOn = ({ route }: RouteSummary, { from, to }: SwapPair): string[] => {
  const [main = []] = route.toSorted(([one], [other]) => ((one?.swapAmount ?? 0n) < (other?.swapAmount ?? 0n) ? 1 : -1))
  return main.length > maxHops
    ? []
    : [from, ...main.slice(0, -1).map(({ tokenOut }) => toChecksumAddress(tokenOut)), to]
}

/** By the vendor's own prices; null where it has none. */
const impactOf = ({ amountInUsd, amountOutUsd }: RouteSummary): number | null => {
  const [given, gotten] = [Number(amountInUsd), Number(amountOutUsd)]
  if (!(given > 0 && gotten > 0 && Number.isFinite(given))) return null
  return Math.round(Math.max(0, 1 - gotten / given) * 10_000) / 100
}

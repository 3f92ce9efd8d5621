/**
 * Jupiter's aggregator on Solana, by its Swap API (version 1 of its reference, https://developers.jup.ag/docs/api-reference/swap/v1, read on
 * 2026-11-28; never tested with the vendor: docs/operations/swaps.md).
 *
 * Requirements: what it returns is not trusted. Its transaction is read by the code that the modal and the wallet frame read it by, and must be
 * the swap that was asked for, by an exchange of the settings. What its answers say beside the transaction decides nothing.
 *
 * Design: one request finds a route, another one builds it. The route goes back as it came, with the slippage that leaves the agreed minimum.
 * Instructions of version 2 are asked for, since those of version 1 name their minimum where a reader cannot be sure of it.
 */
import {
  findSolanaSwapFault,
  parseSolanaAddress,
  parseSolanaTransaction,
  resolveLookups,
  type SolanaAsset,
  type SolanaNetwork,
  type SolanaSwapTerms,
  wrappedSolMint,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { iconOf, networkIcon } from '../balances/iconOf.ts'
import type { ListedToken } from '../balances/tokenList.ts'
import { createSolanaAsk } from '../chain/createSolanaAsk.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { callPartner } from '../partners/callPartner.ts'
import type { ExchangeDriver, SwapPair, SwapToken } from './ExchangeDriver.ts'
import type { JupiterSettings } from './jupiterSettings.ts'

export type JupiterDriverOptions = {
  network: SolanaNetwork
  settings: JupiterSettings
  fetch: typeof globalThis.fetch
  rpcProxy: RpcProxy
  /** Of all chains. */
  tokenList: readonly ListedToken[]
  /** Of this api. */
  publicUrl: string
}

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text) => BigInt(text)),
)
const mint = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const quoteAnswer = z.looseObject({
  inputMint: mint,
  outputMint: mint,
  inAmount: units,
  outAmount: units,
  swapMode: z.literal('ExactIn'),
  /** A part of one, not percent. */
  priceImpactPct: z.optional(z.string()),
  routePlan: z.array(z.object({ swapInfo: z.object({ inputMint: mint, outputMint: mint }) })),
})
type Quote = z.output<typeof quoteAnswer>
const swapAnswer = z.object({ swapTransaction: z.string().check(z.maxLength(1_700), z.regex(/^[A-Za-z0-9+/]+=*$/)) })
const refusal = z.object({ errorCode: z.optional(z.string()) })
const tables = z.object({
  value: z.array(z.nullable(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }))),
})

/** Of the vendor's error codes: no route, more than any market takes, an unknown token. */
const withoutRoute = new Set([
  'COULD_NOT_FIND_ANY_ROUTE',
  'NO_ROUTES_FOUND',
  'ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT',
  'TOKEN_NOT_TRADABLE',
])

const wholeBps = 10_000n
const maxSlippage = 2_000n
/** Tokens of a route that the row returns. */
const maxHops = 7
const maxUint64 = 2n ** 64n - 1n
/** What is offered to be first, at most, in lamports. The wallet stops a swap that offers much more. */
const maxPriorityLamports = 1_000_000

/** Throws SERVICE_UNREACHABLE when the vendor is unavailable or returns something else, SWAP_MISMATCH when it returns another swap. */
export const createJupiterDriver = (options: JupiterDriverOptions): ExchangeDriver => {
  const { network, settings, fetch, rpcProxy } = options
  const { url, apiKey, name, exchanges } = settings
  const askChain = createSolanaAsk(rpcProxy, network.caipNetworkId)
  const call = {
    fetch,
    headers: { ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
    refuse(said: unknown) {
      const refused = tryParse(refusal, said)
      return refused.success && withoutRoute.has(refused.data.errorCode ?? '')
        ? new AppError('LIQUIDITY_INSUFFICIENT')
        : null
    },
  }

  const findRoute = async ({ from, to, amount }: SwapPair) => {
    if (from === to) throw new AppError('LIQUIDITY_INSUFFICIENT')
    if (amount > maxUint64) throw new AppError('AMOUNT_INVALID')
    const query = { inputMint: from, outputMint: to, amount: amount.toString(), slippageBps: '0', swapMode: 'ExactIn' }
    const said = await callPartner(
      `${url}/quote?${new URLSearchParams({ ...query, instructionVersion: 'V2' })}`,
      z.record(z.string(), z.unknown()),
      call,
    )
    const parsed = tryParse(quoteAnswer, said)
    if (!parsed.success) throw new AppError('SERVICE_UNREACHABLE', { cause: parsed.error })
    const quote = parsed.data
    if (quote.inputMint !== from || quote.inAmount !== amount) throw mismatch('amount')
    if (quote.outputMint !== to) throw mismatch('received')
    if (quote.outAmount === 0n) throw new AppError('LIQUIDITY_INSUFFICIENT')
    return { quote, asItCame: said }
  }

  const requireSwap = async (bytes: Uint8Array, { from, to, amount }: SwapPair, owner: string, least: bigint) => {
    const terms: SolanaSwapTerms = {
      give: { asset: assetOf(from), amount },
      get: { asset: assetOf(to), minimum: least },
    }
    const transaction = await resolveTransaction(bytes, askChain).catch((thrown: unknown) => {
      throw AppError.from(thrown).name === 'CHAIN_UNREACHABLE' ? thrown : mismatch('unread')
    })
    const fault = findSolanaSwapFault(transaction, terms, parseSolanaAddress(owner), (one) => exchanges.includes(one))
    if (fault !== null) throw mismatch(fault)
  }

  return {
    name,
    tokens: () => tokensOf(options),
    async quote(pair) {
      const { quote } = await findRoute(pair)
      return { toAmount: quote.outAmount, route: tokensOn(quote), priceImpact: impactOf(quote) }
    },
    // A transaction is signed for each swap, and for nothing after it.
    allowance: async () => maxUint64,
    async gasPrice() {
      throw new AppError('GAS_PRICE_UNSUPPORTED')
    },
    async buildApprove() {
      throw new AppError('ADDRESS_INVALID')
    },
    async buildTransaction({ owner, minimum, estimates: _, ...pair }) {
      const { quote, asItCame } = await findRoute(pair)
      const least = minimum(quote.outAmount)
      const slippage = slippageOf(quote.outAmount, least)
      if (slippage === null) throw new AppError('PRICE_MOVED')
      const { swapTransaction } = await callPartner(`${url}/swap`, swapAnswer, {
        ...call,
        method: 'POST',
        body: {
          userPublicKey: owner,
          quoteResponse: {
            ...asItCame,
            slippageBps: Number(slippage),
            otherAmountThreshold: ((quote.outAmount * (wholeBps - slippage)) / wholeBps).toString(),
          },
          wrapAndUnwrapSol: true,
          dynamicComputeUnitLimit: true,
          prioritizationFeeLamports: {
            priorityLevelWithMaxLamports: { priorityLevel: 'high', maxLamports: maxPriorityLamports },
          },
        },
      })
      await requireSwap(new Uint8Array(Buffer.from(swapTransaction, 'base64')), pair, owner, least)
      return { to: exchanges[0] ?? '', data: swapTransaction, value: 0n, gas: null, gasPrice: null }
    },
  }
}

const mismatch = (reason: string): AppError => new AppError('SWAP_MISMATCH', { details: { reason } })

/** Returns a transaction with what it takes from lookup tables, as the network has them. Throws CHAIN_UNREACHABLE. */
const resolveTransaction = async (bytes: Uint8Array, askChain: ReturnType<typeof createSolanaAsk>) => {
  const transaction = parseSolanaTransaction(bytes)
  const addresses = transaction.lookups.map(({ table }) => table)
  if (addresses.length === 0) return resolveLookups(transaction, new Map())
  const how = { encoding: 'base64', commitment: 'confirmed' }
  const [answer] = await askChain([{ method: 'getMultipleAccounts', params: [addresses, how] }])
  const read = tryParse(tables, answer)
  if (!read.success) throw new AppError('CHAIN_UNREACHABLE', { cause: read.error })
  const states = addresses.map((address, index) => {
    const state = read.data.value[index] ?? null
    const data = state === null ? null : new Uint8Array(Buffer.from(state.data[0], 'base64'))
    return [address, state && data && { owner: state.owner, lamports: 0n, data }] as const
  })
  return resolveLookups(transaction, new Map(states))
}

/** SOL is named by the mint of its wrapped form. */
const assetOf = (token: string): SolanaAsset => (token === wrappedSolMint ? 'native' : parseSolanaAddress(token))

/** How much less than quoted may come out so that it is at least `least`; null where that is more than was quoted. */
const slippageOf = (quoted: bigint, least: bigint): bigint | null => {
  if (quoted < least) return null
  const bps = ((quoted - least) * wholeBps) / quoted
  return bps > maxSlippage ? maxSlippage : bps
}

/** The tokens on the way; none where it splits, or there are more than a quote names. */
const tokensOn = ({ routePlan, inputMint, outputMint }: Quote): string[] => {
  const hops = routePlan.map(({ swapInfo }) => swapInfo)
  const isOneWay = hops.every((hop, index) => hop.inputMint === (hops[index - 1]?.outputMint ?? inputMint))
  if (hops.length > maxHops || !isOneWay || hops.at(-1)?.outputMint !== outputMint) return []
  return [inputMint, ...hops.map((hop) => hop.outputMint)]
}

/** In percent; null where the vendor says none that makes sense. */
const impactOf = ({ priceImpactPct }: Quote): number | null => {
  const part = priceImpactPct === undefined ? Number.NaN : Number(priceImpactPct)
  return part >= 0 && part <= 1 ? Math.round(part * 10_000) / 100 : null
}

/** SOL, and the tokens that the operator lists for the cluster. */
const tokensOf = ({ network, tokenList, publicUrl }: JupiterDriverOptions): SwapToken[] => {
  const { name, symbol, decimals } = network.nativeCurrency
  const coinIcon = iconOf({ isListed: true, symbol }, publicUrl) || networkIcon(network, publicUrl)
  return [
    { address: wrappedSolMint, name, symbol, decimals, logoUri: coinIcon },
    ...tokenList
      .filter(({ chainId, address }) => chainId === network.caipNetworkId && !address.endsWith(`:${wrappedSolMint}`))
      .map(({ chainId, address, logoUri, name, symbol, decimals }) => ({
        name,
        symbol,
        decimals,
        address: address.slice(chainId.length + 1),
        logoUri: iconOf({ isListed: true, symbol, ...(logoUri && { logoUri }) }, publicUrl),
      })),
  ]
}

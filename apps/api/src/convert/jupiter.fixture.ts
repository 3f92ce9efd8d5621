/**
 * A stand-in for Jupiter's Swap API, which can lie in every field.
 *
 * NEVER TESTED LIVE. The shapes are those of the vendor's reference of its version 1 (https://developers.jup.ag/docs/api-reference/swap/v1), read
 * on 2026-11-28. All values are our own.
 */
import { type AccountState, wrappedSolMint } from '@latchkey/chains'
import { jupiterSwap, swapStranger, swapUsdc } from '@latchkey/chains/testing/solanaSwap'

type Json = Record<string, unknown>
export type Said = { method: string; url: URL; apiKey: string | null; body: Json | null; hasDeadline: boolean }

/** What is otherwise than an honest aggregator has it. */
export type Lie = {
  quote?: Json
  /** The transaction that is built from the amounts of the order. */
  build?: (amounts: { amount: bigint; quoted: bigint; slippageBps: bigint }) => Uint8Array
  built?: Json
  /** What the network holds of lookup tables. */
  tables?: Readonly<Record<string, AccountState>>
  /** In place of an answer, to one of the two requests or to both. */
  instead?: { to?: 'quote' | 'swap'; answer: () => Response | Promise<Response> }
}

/** Of the network, beside the vendor. */
export const nodeUrl = 'https://node.example'

/** Returns 160 USDC for a SOL. */
export const createJupiter = ({ quote = {}, build = jupiterSwap, built = {}, tables = {}, instead }: Lie = {}) => {
  const asked: Said[] = []
  const quoteOf = ({ searchParams }: URL) => {
    const [inputMint, outputMint] = [searchParams.get('inputMint') ?? '', searchParams.get('outputMint') ?? '']
    const inAmount = searchParams.get('amount') ?? '0'
    const outAmount = ((BigInt(inAmount) * 160n) / 1_000n).toString()
    const hop = { ammKey: swapStranger, label: 'A pool', inAmount, outAmount, feeAmount: '0', feeMint: inputMint }
    return {
      inputMint,
      inAmount,
      outputMint,
      outAmount,
      otherAmountThreshold: outAmount,
      swapMode: 'ExactIn',
      slippageBps: Number(searchParams.get('slippageBps')),
      platformFee: null,
      priceImpactPct: '0.0031',
      routePlan: [
        { swapInfo: { ...hop, inputMint, outputMint: swapStranger }, percent: 100, bps: 10_000 },
        { swapInfo: { ...hop, inputMint: swapStranger, outputMint }, percent: 100, bps: 10_000 },
      ],
      contextSlot: 300_000_000,
      timeTaken: 0.012,
      ...quote,
    }
  }
  const swapOf = ({ quoteResponse }: Json) => {
    const { inAmount, outAmount, slippageBps } = quoteResponse as Record<string, string>
    const amounts = {
      amount: BigInt(inAmount ?? 0),
      quoted: BigInt(outAmount ?? 0),
      slippageBps: BigInt(slippageBps ?? 0),
    }
    return {
      swapTransaction: Buffer.from(build(amounts)).toString('base64'),
      lastValidBlockHeight: 279_632_475,
      prioritizationFeeLamports: 9_999,
      ...built,
    }
  }
  const tablesFor = ({ id, params }: { id: number; params: [string[]] }) => {
    const value = params[0].map((address) => {
      const { data, ...state } = tables[address] ?? {}
      return data === undefined
        ? null
        : { ...state, lamports: 1, data: [Buffer.from(data).toString('base64'), 'base64'] }
    })
    return { jsonrpc: '2.0', id, result: { context: { slot: 5 }, value } }
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin === nodeUrl) return Response.json(tablesFor((await request.json()) as never))
    const body = request.method === 'POST' ? ((await request.json()) as Json) : null
    const [apiKey, hasDeadline] = [request.headers.get('x-api-key'), init?.signal instanceof AbortSignal]
    asked.push({ method: request.method, url, apiKey, body, hasDeadline })
    const row = url.pathname.endsWith('/swap') ? 'swap' : 'quote'
    if (instead !== undefined && (instead.to ?? row) === row) return await instead.answer()
    return Response.json(row === 'swap' ? swapOf(body ?? {}) : quoteOf(url))
  }
  return { fetch, asked }
}

export const sol: string = wrappedSolMint
export const usdc: string = swapUsdc.mint

/**
 * A stand-in for KyberSwap's aggregator, which can lie in every field.
 *
 * NEVER TESTED LIVE. The shapes are those of the vendor's description of its API, version 2.12.1
 * (https://docs.kyberswap.com/developer-guide/aggregator-api/aggregator-api-specification/evm-swaps) and of its reference
 * (https://github.com/KyberNetwork/kyberswap-skills, references/api-reference.md), both read on 2026-11-28. All values are our own.
 */
import { type EvmAddress, type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import { type KyberSwapChange, kyberSwapCall } from '@latchkey/chains/testing/kyberSwapCall'
import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'

export const at = (digit: string): EvmAddress => toChecksumAddress(`0x${digit.repeat(40)}`)
export const [owner, router, usdc, weth, stranger, pool] = ['1', '2', '3', '4', '5', '7'].map(at) as [
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
]
export const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** As the vendor writes it. */
export const vendorsCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

type Json = Record<string, unknown>
export type Said = { method: string; url: URL; clientId: string | null; body: Json | null; hasDeadline: boolean }

/** What is otherwise than an honest aggregator has it. */
export type Lie = {
  summary?: Json
  /** Of the answer with the route. */
  routerAddress?: unknown
  /** What it builds gives so many base units less than the route. */
  drop?: bigint
  built?: Json
  calldata?: KyberSwapChange
  /** In place of an answer, to one of the two requests or to both. */
  instead?: { to?: 'routes' | 'build'; answer: () => Response | Promise<Response> }
}

/** Returns `price` base units of one token for 1,000 of the other. */
export const createAggregator = (lie: Lie = {}, price = 2_000n) => {
  const asked: Said[] = []
  const routes = ({ searchParams }: URL) => {
    const [tokenIn, tokenOut] = [searchParams.get('tokenIn') ?? '', searchParams.get('tokenOut') ?? '']
    const amountIn = BigInt(searchParams.get('amountIn') ?? 0)
    const amountOut = (amountIn * price) / 1_000n
    const hop = { pool, exchange: 'uniswapv3', poolType: 'uniswapv3', poolExtra: { priceLimit: 4295128740 }, extra: {} }
    const part = { swapAmount: (amountIn / 4n).toString(), amountOut: (amountOut / 4n).toString() }
    const most = {
      swapAmount: (amountIn - amountIn / 4n).toString(),
      amountOut: (amountOut - amountOut / 4n).toString(),
    }
    return {
      routeSummary: {
        tokenIn: tokenIn.toLowerCase(),
        amountIn: amountIn.toString(),
        amountInUsd: '2000.00',
        tokenOut: tokenOut.toLowerCase(),
        amountOut: amountOut.toString(),
        amountOutUsd: '1990.00',
        gas: '250000',
        gasPrice: '1000000000',
        gasUsd: '0.5',
        l1FeeUsd: '0',
        extraFee: { feeAmount: '', chargeFeeBy: '', isInBps: false, feeReceiver: '' },
        route: [
          [{ ...hop, ...part, tokenIn: weth, tokenOut: usdc }],
          [
            { ...hop, ...most, tokenIn: weth, tokenOut: stranger.toLowerCase() },
            { ...hop, ...most, tokenIn: stranger, tokenOut: usdc },
          ],
        ],
        routeID: 'a-route',
        checksum: '1234567890',
        timestamp: 1_790_000_000,
        ...lie.summary,
      },
      routerAddress: 'routerAddress' in lie ? lie.routerAddress : router,
    }
  }
  const build = (body: Json) => {
    const summary = body.routeSummary as Record<string, string>
    // Seen in public captures: one base unit less than the route.
    const amountOut = BigInt(summary.amountOut ?? 0) - 1n - (lie.drop ?? 0n)
    const minimum = (amountOut * BigInt(10_000 - Number(body.slippageTolerance))) / 10_000n
    const amount = BigInt(summary.amountIn ?? 0)
    const assetOf = (token = '') => (token.toLowerCase() === coin ? 'native' : toChecksumAddress(token))
    const terms: SwapTerms = {
      give: { asset: assetOf(summary.tokenIn), amount },
      get: { asset: assetOf(summary.tokenOut), minimum },
    }
    return {
      amountIn: amount.toString(),
      amountInUsd: '2000.00',
      amountOut: amountOut.toString(),
      amountOutUsd: '1990.00',
      gas: '250000',
      gasUsd: '0.5',
      additionalCostUsd: '0',
      additionalCostMessage: '',
      outputChange: { amount: '0', percent: 0, level: 0 },
      data: kyberSwapCall({ terms, account: toChecksumAddress(String(body.recipient)), ...lie.calldata }),
      routerAddress: router,
      transactionValue: (terms.give.asset === 'native' ? amount : 0n).toString(),
      ...lie.built,
    }
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.hostname === 'node.example') return await answerAsNode(request)
    const body = request.method === 'POST' ? ((await request.json()) as Json) : null
    const [clientId, hasDeadline] = [request.headers.get('x-client-id'), init?.signal instanceof AbortSignal]
    asked.push({ method: request.method, url, clientId, body, hasDeadline })
    const row = url.pathname.endsWith('/route/build') ? 'build' : 'routes'
    if (lie.instead !== undefined && (lie.instead.to ?? row) === row) return await lie.instead.answer()
    const data = row === 'build' ? build(body ?? {}) : routes(url)
    return Response.json({ code: 0, message: 'successfully', data, requestId: 'a-request' })
  }
  return { fetch, asked }
}

/** A node of a chain without base fees, on which a token's allowance is 7. */
async function answerAsNode(request: Request): Promise<Response> {
  type Call = { id: number; method: string; params: [{ data: Hex }] }
  const calls = [(await request.json()) as Call | Call[]].flat()
  const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  const result = ({ method, params }: Call): unknown => {
    if (method === 'eth_estimateGas') return '0x30d40'
    if (method === 'eth_gasPrice') return '0x3b9aca00'
    if (method === 'eth_chainId') return '0x1'
    if (method !== 'eth_call') return null
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: params[0].data })
    const reads = args[0] as readonly unknown[]
    const outcomes = reads.map(() => ({ success: true, returnData: word(7n) }))
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: outcomes })
  }
  const answered = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: result(call) }))
  return Response.json(answered.length === 1 ? answered[0] : answered)
}

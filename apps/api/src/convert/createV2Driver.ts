import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiItem,
  parseSignature,
} from 'viem'
import { type ContractRead, readContracts, readOf } from '../chain/readContracts.ts'
import type { Exchange } from '../prices/exchangePrices.ts'
import { getPair, getReserves } from '../prices/exchangeReads.ts'
import { createRouterCalls, isNative, type RouterCallsOptions, validSeconds } from './createRouterCalls.ts'
import type { ExchangeDriver, SwapPair, SwapQuote } from './ExchangeDriver.ts'

export type V2DriverOptions = Omit<RouterCallsOptions, 'router'> & {
  exchange: Exchange & { router: Address }
  /** Milliseconds since 1970. */
  now: () => number
}

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensWithPermit(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function swapExactTokensForETHWithPermit(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const amountsOutAbi = parseAbiItem('function getAmountsOut(uint256, address[]) view returns (uint256[])')

/**
 * An exchange with the interfaces of Uniswap V2, quoted on the chain itself: its router says what a path gives, directly or over the chain's
 * coin or its stable token. The coin is swapped in its wrapped form, which the router wraps and unwraps.
 */
export const createV2Driver = (options: V2DriverOptions): ExchangeDriver => {
  const { network, exchange, rpcProxy, now } = options
  const chainId = network.caipNetworkId
  const { router, factory } = exchange
  const { complete, ...own } = createRouterCalls({ ...options, router })
  const read = <answer>(reads: readonly ContractRead<answer>[]) => readContracts(rpcProxy, chainId, reads)
  const contractOf = (token: string): Address =>
    getAddress(isNative(token) ? exchange.wrappedNative : (token as Address))

  /** The path that gives most, with both ends as contracts. */
  const findRoute = async ({ from, to, amount }: SwapPair): Promise<{ path: Address[]; toAmount: bigint }> => {
    const [first, last] = [contractOf(from), contractOf(to)]
    const between = [exchange.wrappedNative, exchange.stable].map((token) => getAddress(token))
    const paths = [
      [first, last],
      ...between.filter((each) => each !== first && each !== last).map((each) => [first, each, last]),
    ]
    const amounts = await read(paths.map((path) => amountsOut(router, amount, path)))
    const [best] = paths
      .map((path, index) => ({ path, toAmount: amounts[index] ?? 0n }))
      .toSorted((one, other) => (one.toAmount < other.toAmount ? 1 : -1))
    if (first === last || best === undefined || best.toAmount === 0n) throw new AppError('LIQUIDITY_INSUFFICIENT')
    return best
  }
  const impactOf = async (path: readonly Address[], amount: bigint, toAmount: bigint): Promise<number> => {
    const hops = path.slice(1).map((token, index) => [path[index] as Address, token] as const)
    const pairs = await read(hops.map(([one, other]) => getPair(factory, one, other)))
    const reserves = await read(pairs.map((pair) => getReserves(pair ?? router)))
    let [given, gotten] = [amount, 1n]
    for (const [index, [one, other]] of hops.entries()) {
      const [low = 0n, high = 0n] = reserves[index] ?? []
      const isFirst = one.toLowerCase() < other.toLowerCase()
      given *= isFirst ? high : low
      gotten *= isFirst ? low : high
    }
    if (given === 0n || gotten === 0n) throw new AppError('LIQUIDITY_INSUFFICIENT')
    const lost = given - toAmount * gotten
    return lost <= 0n ? 0 : Number((10_000n * lost) / given) / 100
  }
  const quote = async (pair: SwapPair): Promise<SwapQuote> => {
    const { path, toAmount } = await findRoute(pair)
    const priceImpact = await impactOf(path, pair.amount, toAmount)
    return { toAmount, priceImpact, route: [pair.from, ...path.slice(1, -1), pair.to] }
  }

  return {
    name: exchange.name ?? 'Uniswap V2',
    ...(exchange.permitRouter !== undefined && { permitSpender: getAddress(exchange.permitRouter) }),
    ...own,
    quote,
    async buildTransaction({ owner, minimum, estimates, permit, ...pair }, requester) {
      const { path, toAmount } = await findRoute(pair)
      const least = minimum(toAmount)
      if (toAmount < least) throw new AppError('PRICE_MOVED')
      const { amount, from, to } = pair
      if (permit !== undefined && exchange.permitRouter !== undefined) {
        const { deadline, signature } = permit
        const data = encodeFunctionData({
          abi: routerAbi,
          functionName: isNative(to) ? 'swapExactTokensForETHWithPermit' : 'swapExactTokensForTokensWithPermit',
          args: [amount, least, path, owner as Address, deadline, ...partsOf(signature)],
        })
        return await complete(owner, { to: getAddress(exchange.permitRouter), data, value: 0n }, requester, estimates)
      }
      const rest = [path, owner as Address, BigInt(Math.floor(now() / 1000) + validSeconds)] as const
      const data = isNative(from)
        ? encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [least, ...rest] })
        : encodeFunctionData({
            abi: routerAbi,
            functionName: isNative(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
            args: [amount, least, ...rest],
          })
      return await complete(
        owner,
        { to: getAddress(router), data, value: isNative(from) ? amount : 0n },
        requester,
        estimates,
      )
    },
  }
}

const partsOf = (signature: Hex): [v: number, r: Hex, s: Hex] => {
  const { r, s, yParity } = parseSignature(signature)
  return [27 + yParity, r, s]
}

const amountsOut = (router: Address, amount: bigint, path: Address[]): ContractRead<bigint> =>
  readOf(router, amountsOutAbi, [amount, path], (data) => {
    const amounts = decodeFunctionResult({ abi: [amountsOutAbi], data })
    return amounts.at(-1) ?? 0n
  })

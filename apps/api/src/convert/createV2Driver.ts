import type { EvmNetwork } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { iconOf, networkIcon } from '../balances/iconOf.ts'
import type { ListedToken } from '../balances/tokenList.ts'
import { createAskChain } from '../chain/askChain.ts'
import { balanceOf } from '../chain/erc20Reads.ts'
import { type ContractRead, readContracts, readOf } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { Asker } from '../chain/sharer.ts'
import type { Exchange } from '../prices/exchangePrices.ts'
import { getPair, getReserves } from '../prices/exchangeReads.ts'
import { nativeCoin } from '../prices/priceSource.ts'
import type { BuiltTransaction, ExchangeDriver, SwapPair, SwapQuote, SwapToken } from './ExchangeDriver.ts'
import { readGasPrices } from './readGasPrices.ts'

export type V2DriverOptions = {
  network: EvmNetwork
  exchange: Exchange & { router: Address }
  rpcProxy: RpcProxy
  /** Of all chains. */
  tokenList: readonly ListedToken[]
  /** Of this api. */
  publicUrl: string
  /** Milliseconds since 1970. */
  now: () => number
}

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const amountsOutAbi = parseAbiItem('function getAmountsOut(uint256, address[]) view returns (uint256[])')
const allowanceAbi = parseAbiItem('function allowance(address, address) view returns (uint256)')

/** How long a transaction stays valid that was built now. */
const validSeconds = 20 * 60

/**
 * An exchange with the interfaces of Uniswap V2, quoted on the chain itself: its router says what a path gives, directly or over the chain's
 * coin or its stable token. The coin is swapped in its wrapped form, which the router wraps and unwraps.
 */
export const createV2Driver = (options: V2DriverOptions): ExchangeDriver => {
  const { network, exchange, rpcProxy, now } = options
  const chainId = network.caipNetworkId
  const { router, factory } = exchange
  const ask = (asker?: Asker) => createAskChain(rpcProxy, chainId, asker)
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
  const allowance = async (token: string, owner: string): Promise<bigint> => {
    if (isNative(token)) return 2n ** 256n - 1n
    const [allowed] = await read([allowanceOf(contractOf(token), owner as Address, router)])
    if (allowed === undefined) throw new AppError('ADDRESS_INVALID')
    return allowed
  }
  const gasPrice = () => readGasPrices(ask())
  /** Null for what the node would not make: the wallet tries it once more, and says why. */
  const estimate = async (
    from: string,
    { to, data, value }: Pick<BuiltTransaction, 'to' | 'data' | 'value'>,
    asker: Asker,
  ) =>
    await ask(asker)(['eth_estimateGas', [{ from, to, data, value: `0x${value.toString(16)}` }]]).then(
      ([gas]) => BigInt(String(gas)),
      () => null,
    )
  const complete = async (
    from: string,
    call: Pick<BuiltTransaction, 'to' | 'data' | 'value'>,
    asker: Asker,
    estimates = true,
  ) => {
    const [gas, { standard }] = await Promise.all([estimates ? estimate(from, call, asker) : null, gasPrice()])
    return { ...call, gas, gasPrice: standard }
  }

  return {
    name: exchange.name ?? 'Uniswap V2',
    tokens: () => tokensOf(options),
    quote,
    allowance,
    gasPrice,
    async buildApprove({ token, owner, amount }, asker) {
      if (isNative(token)) throw new AppError('ADDRESS_INVALID')
      const contract = contractOf(token)
      const [balance] = amount === null ? await read([balanceOf(contract, owner as Address)]) : [amount]
      if (balance === undefined) throw new AppError('ADDRESS_INVALID')
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, balance] })
      return await complete(owner, { to: contract, data, value: 0n }, asker)
    },
    async buildTransaction({ owner, minimum, estimates, ...pair }, asker) {
      const { path, toAmount } = await findRoute(pair)
      const least = minimum(toAmount)
      if (toAmount < least) throw new AppError('PRICE_MOVED')
      const { amount, from, to } = pair
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
        asker,
        estimates,
      )
    },
  }
}

const isNative = (token: string): boolean => token === nativeCoin

const amountsOut = (router: Address, amount: bigint, path: Address[]): ContractRead<bigint> =>
  readOf(router, amountsOutAbi, [amount, path], (data) => {
    const amounts = decodeFunctionResult({ abi: [amountsOutAbi], data })
    return amounts.at(-1) ?? 0n
  })

const allowanceOf = (token: Address, owner: Address, spender: Address): ContractRead<bigint> =>
  readOf(token, allowanceAbi, [owner, spender], (data) => decodeFunctionResult({ abi: [allowanceAbi], data }))

/** The coin, and the tokens that the operator lists for this chain. */
const tokensOf = ({ network, tokenList, publicUrl }: V2DriverOptions): SwapToken[] => {
  const { name, symbol, decimals } = network.nativeCurrency
  const coinIcon = iconOf({ isListed: true, symbol }, publicUrl) || networkIcon(network, publicUrl)
  return [
    { address: nativeCoin, name, symbol, decimals, logoUri: coinIcon },
    ...tokenList
      .filter(({ chainId }) => chainId === network.caipNetworkId)
      .map(({ chainId, address, logoUri, ...facts }) => ({
        ...facts,
        address: address.slice(chainId.length + 1),
        logoUri: iconOf({ isListed: true, symbol: facts.symbol, ...(logoUri && { logoUri }) }, publicUrl),
      })),
  ]
}

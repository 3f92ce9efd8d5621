import { AppError } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { type BuiltCall, coinAddress, isCoin, type SwapApi, type SwapPair } from './SwapApi.ts'

export const testRouter = '0x2222222222222222222222222222222222222222'
const network = 'eip155:31337'
const usdc = `${network}:0x5FbDB2315678afecb367f032d93F642f64180aa3`
const weth = '0x1111111111111111111111111111111111111111'

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

const contractOf = (address: string) => (isCoin(address) ? weth : address.split(':').at(-1)) as `0x${string}`

/** The arguments of the Uniswap V2 router. */
export const testSwapCall = ({ from, to, units, account }: SwapPair, minimum: bigint): BuiltCall => {
  const path = [contractOf(from), contractOf(to)]
  const rest = [path, account as `0x${string}`, 9n] as const
  const data = isCoin(from)
    ? encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [minimum, ...rest] })
    : encodeFunctionData({
        abi: routerAbi,
        functionName: isCoin(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
        args: [units, minimum, ...rest],
      })
  return { to: testRouter, data, value: isCoin(from) ? units : 0n }
}

export const testApproveCall = ({ from, units }: SwapPair): BuiltCall => ({
  to: contractOf(from),
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [testRouter, units] }),
  value: 0n,
})

export type TestSwapApi = SwapApi & { asked: string[] }

/** An exchange in memory: 2,000 USDC for an ETH. */
export const testSwapApi = (replace: Partial<SwapApi> = {}): TestSwapApi => {
  const asked: string[] = []
  const own: SwapApi = {
    tokens: async () => ({
      listed: [
        { address: coinAddress(network), name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: '' },
        { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, logoUri: '' },
      ],
      destinations: [],
    }),
    status: async () => ({ state: 'pending', txHash: null }),
    prices: async () =>
      new Map([
        [coinAddress(network), 2000],
        [usdc, 1],
      ]),
    async quote({ from, to, units }) {
      if (units > 10n ** 24n) throw new AppError('LIQUIDITY_INSUFFICIENT')
      const toUnits = isCoin(from) ? (units * 1994n) / 10n ** 12n : (units * 10n ** 12n) / 2006n
      return { toUnits, provider: 'Uniswap V2', route: [from, to], impact: 0.31, crossing: null }
    },
    gasPrice: async () => 10n ** 9n,
    allowance: async () => ({ units: 0n, permitSpender: null }),
    buildApprove: async (pair) => testApproveCall(pair),
    buildSwap: async (pair, minimum) => testSwapCall(pair, minimum),
    async buildSolanaSwap() {
      throw new AppError('SWAPS_UNSUPPORTED')
    },
  }
  const api = { ...own, ...replace }
  const noting = <name extends keyof SwapApi>(name: name): SwapApi[name] =>
    ((...args: Parameters<SwapApi[name]>) => {
      asked.push(name)
      return (api[name] as (...given: unknown[]) => unknown)(...args)
    }) as SwapApi[name]
  return {
    asked,
    tokens: noting('tokens'),
    status: noting('status'),
    prices: noting('prices'),
    quote: noting('quote'),
    gasPrice: noting('gasPrice'),
    allowance: noting('allowance'),
    buildApprove: noting('buildApprove'),
    buildSwap: noting('buildSwap'),
    buildSolanaSwap: noting('buildSolanaSwap'),
  }
}

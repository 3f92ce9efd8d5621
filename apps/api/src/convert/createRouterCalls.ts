import type { EvmNetwork } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, getAddress, parseAbiItem } from 'viem'
import { iconOf, networkIcon } from '../balances/iconOf.ts'
import type { ListedToken } from '../balances/tokenList.ts'
import { createAskChain } from '../chain/askChain.ts'
import { balanceOf } from '../chain/erc20Reads.ts'
import { type ContractRead, readContracts, readOf } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { Requester } from '../chain/sharer.ts'
import { nativeCoin } from '../prices/priceSource.ts'
import type { BuiltTransaction, ExchangeDriver, SwapToken } from './ExchangeDriver.ts'
import { readGasPrices } from './readGasPrices.ts'

export type RouterCallsOptions = {
  network: EvmNetwork
  /** What the exchange takes tokens by. */
  router: Address
  rpcProxy: RpcProxy
  /** Of all chains. */
  tokenList: readonly ListedToken[]
  /** Of this api. */
  publicUrl: string
}

type Call = Pick<BuiltTransaction, 'to' | 'data' | 'value'>

export type RouterCalls = Pick<ExchangeDriver, 'tokens' | 'allowance' | 'gasPrice' | 'buildApprove'> & {
  /** Adds what the call costs. Without `estimates`, or where the node would not make it, `gas` is null. */
  complete(from: string, call: Call, requester: Requester, estimates?: boolean): Promise<BuiltTransaction>
}

const allowanceAbi = parseAbiItem('function allowance(address, address) view returns (uint256)')

/** How long a transaction stays valid that was built now. */
export const validSeconds = 20 * 60

/** The parts of a driver that are the same for every exchange that takes tokens by one router: they ask the chain only. */
export const createRouterCalls = (options: RouterCallsOptions): RouterCalls => {
  const { network, router, rpcProxy } = options
  const chainId = network.caipNetworkId
  const ask = (requester?: Requester) => createAskChain(rpcProxy, chainId, requester)
  const read = <answer>(reads: readonly ContractRead<answer>[]) => readContracts(rpcProxy, chainId, reads)

  const gasPrice = () => readGasPrices(ask())
  /** Null for what the node would not make: the wallet tries it once more, and says why. */
  const estimate = async (from: string, { to, data, value }: Call, requester: Requester) =>
    await ask(requester)(['eth_estimateGas', [{ from, to, data, value: `0x${value.toString(16)}` }]]).then(
      ([gas]) => BigInt(String(gas)),
      () => null,
    )
  const complete: RouterCalls['complete'] = async (from, call, requester, estimates = true) => {
    const [gas, { standard }] = await Promise.all([estimates ? estimate(from, call, requester) : null, gasPrice()])
    return { ...call, gas, gasPrice: standard }
  }
  return {
    tokens: () => tokensOf(options),
    gasPrice,
    complete,
    async allowance(token, owner) {
      if (isNative(token)) return 2n ** 256n - 1n
      const [allowed] = await read([allowanceOf(getAddress(token), owner as Address, router)])
      if (allowed === undefined) throw new AppError('ADDRESS_INVALID')
      return allowed
    },
    async buildApprove({ token, owner, amount }, requester) {
      if (isNative(token)) throw new AppError('ADDRESS_INVALID')
      const contract = getAddress(token)
      const [balance] = amount === null ? await read([balanceOf(contract, owner as Address)]) : [amount]
      if (balance === undefined) throw new AppError('ADDRESS_INVALID')
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, balance] })
      return await complete(owner, { to: contract, data, value: 0n }, requester)
    },
  }
}

export const isNative = (token: string): boolean => token === nativeCoin

const allowanceOf = (token: Address, owner: Address, spender: Address): ContractRead<bigint> =>
  readOf(token, allowanceAbi, [owner, spender], (data) => decodeFunctionResult({ abi: [allowanceAbi], data }))

/** The coin, and the tokens that the operator lists for this chain. */
const tokensOf = ({ network, tokenList, publicUrl }: RouterCallsOptions): SwapToken[] => {
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

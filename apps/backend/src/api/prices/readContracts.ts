import { AppError } from '@latchkey/protocol/errors'
import {
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToString,
  isHex,
  multicall3Abi,
  parseAbiItem,
  size,
} from 'viem'
import type { RpcProxy } from '../chain/rpcProxy.ts'

/** One read of a contract; `parse` throws when the answer is none of its kind. */
export type ContractRead<answer> = { to: Address; data: Hex; parse(result: Hex): answer }

/** On every chain that has it, at the same address. */
const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'

/**
 * Reads of one chain in one call to its nodes, answers in the order of the reads: undefined for a contract that refuses,
 * is not there or answers something else. Throws CHAIN_UNREACHABLE when the chain does not answer at all.
 */
export async function readContracts<answer>(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<answer>[],
): Promise<(answer | undefined)[]> {
  if (reads.length === 0) return []
  const calls = reads.map(({ to, data }) => ({ target: to, callData: data, allowFailure: true }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const outcomes = await callAll(rpcProxy, chainId, data)
  return reads.map(({ parse }, index) => {
    const outcome = outcomes[index]
    if (outcome?.success !== true) return undefined
    try {
      return parse(outcome.returnData)
    } catch {
      return undefined
    }
  })
}

async function callAll(rpcProxy: RpcProxy, chainId: string, data: Hex) {
  try {
    const params = [{ to: multicall3, data }, 'latest']
    const answered = await rpcProxy.answer(chainId, { jsonrpc: '2.0', id: 1, method: 'eth_call', params })
    if (Array.isArray(answered) || !('result' in answered) || !isHex(answered.result)) throw answered
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answered.result })
  } catch (cause) {
    throw new AppError('CHAIN_UNREACHABLE', { cause })
  }
}

const read = <answer>(
  to: Address,
  abi: AbiFunction,
  args: readonly unknown[],
  parse: (result: Hex) => answer,
): ContractRead<answer> => ({ to, data: encodeFunctionData({ abi: [abi], args }), parse })

const getPairAbi = parseAbiItem('function getPair(address, address) view returns (address)')
/** The pool of two tokens in an exchange with the interface of Uniswap V2; the zero address when there is none. */
export const getPair = (factory: Address, a: Address, b: Address): ContractRead<Address> =>
  read(factory, getPairAbi, [a, b], (data) => decodeFunctionResult({ abi: [getPairAbi], data }))

const getReservesAbi = parseAbiItem('function getReserves() view returns (uint112, uint112, uint32)')
/** What a pool holds, the token with the lower address first. */
export const getReserves = (pair: Address): ContractRead<readonly [bigint, bigint]> =>
  read(pair, getReservesAbi, [], (data) => {
    const [reserve0, reserve1] = decodeFunctionResult({ abi: [getReservesAbi], data })
    return [reserve0, reserve1]
  })

const decimalsAbi = parseAbiItem('function decimals() view returns (uint8)')
export const decimalsOf = (token: Address): ContractRead<number> =>
  read(token, decimalsAbi, [], (data) => decodeFunctionResult({ abi: [decimalsAbi], data }))

const nameAbi = parseAbiItem('function name() view returns (string)')
const symbolAbi = parseAbiItem('function symbol() view returns (string)')
export const nameOf = (token: Address): ContractRead<string> => read(token, nameAbi, [], textOf(nameAbi))
export const symbolOf = (token: Address): ContractRead<string> => read(token, symbolAbi, [], textOf(symbolAbi))

/** Some early tokens answer bytes32 where the standard has a string. */
const textOf =
  (abi: typeof nameAbi | typeof symbolAbi) =>
  (data: Hex): string =>
    size(data) === 32 ? hexToString(data, { size: 32 }) : decodeFunctionResult({ abi: [abi], data })

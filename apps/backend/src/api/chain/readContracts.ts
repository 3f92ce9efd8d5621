import { AppError } from '@latchkey/protocol/errors'
import {
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
} from 'viem'
import type { RpcProxy } from './rpcProxy.ts'

/** One read of a contract; `parse` throws when the answer is none of its kind. */
export type ContractRead<answer> = { to: Address; data: Hex; parse(result: Hex): answer }

/** A read of one function of a contract. */
export const readOf = <answer>(
  to: Address,
  abi: AbiFunction,
  args: readonly unknown[],
  parse: (result: Hex) => answer,
): ContractRead<answer> => ({ to, data: encodeFunctionData({ abi: [abi], args }), parse })

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

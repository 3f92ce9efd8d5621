import { AppError } from '@latchkey/protocol/errors'
import {
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { isChainAway } from './jsonRpcMessage.ts'
import type { RpcProxy } from './rpcProxy.ts'

/** One contract read; `parse` throws for an unexpected answer. */
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
 * Reads contracts of one chain in one node call. Returns answers in the order of the reads: undefined for a contract that reverts, doesn't
 * exist or returns something else. Throws CHAIN_UNREACHABLE when the chain does not respond at all.
 *
 * All share one call's gas and one response: for trusted contracts. `readUntrusted` is for the others.
 */
export async function readContracts<answer>(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<answer>[],
): Promise<(answer | undefined)[]> {
  if (reads.length === 0) return []
  const outcomes = await callAll(rpcProxy, chainId, reads)
  if (outcomes === null) throw new AppError('CHAIN_UNREACHABLE')
  return reads.map((read, index) => answerOf(read, outcomes[index]))
}

/** `success`: the contract has returned rather than reverted, run out of gas or found no valid instruction. */
export type Outcome = { success: boolean; returnData: Hex }

/**
 * Returns each read's outcome, in order; null when the call as a whole failed: it ran out of gas, or this chain has no Multicall3. Throws
 * CHAIN_UNREACHABLE when no node responds.
 *
 * @param gas for all of them together; default: the node's limit.
 */
export async function callAll(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<unknown>[],
  gas?: number,
): Promise<readonly Outcome[] | null> {
  const calls = reads.map(({ to, data }) => ({ target: to, callData: data, allowFailure: true }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const [answered] = await callContracts(rpcProxy, chainId, [{ to: multicall3, data }], gas)
  if (answered === undefined) return null
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answered })
  } catch {
    return null
  }
}

/**
 * Makes single calls in the order given, undefined for those that fail. Throws CHAIN_UNREACHABLE when no node answers any.
 *
 * @param gas for each; default: the node's limit.
 */
export async function callContracts(
  rpcProxy: RpcProxy,
  chainId: string,
  calls: readonly { to: Address; data: Hex }[],
  gas?: number,
): Promise<(Hex | undefined)[]> {
  const limit = gas === undefined ? {} : { gas: numberToHex(gas) }
  const requests = calls.map(({ to, data }, id) => {
    const params = [{ to, data, ...limit }, 'latest']
    return { jsonrpc: '2.0', id, method: 'eth_call', params }
  })
  const answered = await askProxy(rpcProxy, chainId, requests)
  return answered.map((each) => ('result' in each && isHex(each.result) ? each.result : undefined))
}

async function askProxy(rpcProxy: RpcProxy, chainId: string, requests: readonly object[]) {
  try {
    const answered = [await rpcProxy.answer(chainId, requests)].flat()
    if (isChainAway(answered)) throw answered[0]
    return answered
  } catch (cause) {
    throw new AppError('CHAIN_UNREACHABLE', { cause })
  }
}

/** Parses a finished read's result; undefined if it failed. */
export function answerOf<answer>({ parse }: ContractRead<answer>, outcome: Outcome | undefined): answer | undefined {
  if (outcome?.success !== true) return undefined
  try {
    return parse(outcome.returnData)
  } catch {
    return undefined
  }
}

import type { Hex } from 'viem'
import { answerOf, type ContractRead, callAll, callContracts } from './readContracts.ts'
import type { RpcProxy } from './rpcProxy.ts'

/** In one call to a node. */
const maxTogether = 100
/** For each of them, on average: several times what an honest token takes, proxies and interest included. */
const gasEach = 100_000
/** Left for the rest when the last of them has burnt its own: a call passes on all but one part in 64. */
const gasBeside = 2_000_000
/** For one that is asked alone. */
const gasAlone = 1_000_000

/**
 * Reads of contracts that nobody vouches for, answers in the order of the reads: undefined for one that refuses, is not
 * there or answers something else. Throws CHAIN_UNREACHABLE when the chain does not answer at all.
 *
 * They are read together, with little gas. One that burns all of it, or answers megabytes, takes others of its call along:
 * all that have failed are then asked once more, each alone. So it costs a node and those who wait little, and spoils no
 * other's answer. That also reads chains without Multicall3.
 */
export async function readUntrusted<answer>(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<answer>[],
): Promise<(answer | undefined)[]> {
  const chunks = Array.from({ length: Math.ceil(reads.length / maxTogether) }, (_, index) =>
    reads.slice(index * maxTogether, (index + 1) * maxTogether),
  )
  return (await Promise.all(chunks.map((chunk) => readChunk(rpcProxy, chainId, chunk)))).flat()
}

async function readChunk<answer>(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<answer>[],
): Promise<(answer | undefined)[]> {
  const outcomes = await callAll(rpcProxy, chainId, reads, gasBeside + gasEach * reads.length)
  const failed = reads.filter((_, index) => outcomes?.[index]?.success !== true)
  const alone = await readAlone(rpcProxy, chainId, failed, outcomes !== null)
  return reads.map((read, index) => {
    const returnData = alone.get(read)
    return answerOf(read, returnData === undefined ? outcomes?.[index] : { success: true, returnData })
  })
}

/** `isThere`: the chain has just answered, so whatever now keeps it from answering is of these contracts' making. */
async function readAlone(
  rpcProxy: RpcProxy,
  chainId: string,
  reads: readonly ContractRead<unknown>[],
  isThere: boolean,
): Promise<Map<ContractRead<unknown>, Hex | undefined>> {
  if (reads.length === 0) return new Map()
  try {
    const returned = await callContracts(rpcProxy, chainId, reads, gasAlone)
    return new Map(reads.map((read, index) => [read, returned[index]]))
  } catch (error) {
    if (isThere) return new Map()
    throw error
  }
}

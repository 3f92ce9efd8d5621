import type { Hex } from 'viem'
import { answerOf, type ContractRead, callAll, callContracts } from './readContracts.ts'
import type { RpcProxy } from './rpcProxy.ts'

/** In one call to a node. */
const maxTogether = 100
/** Average per read: several times what an honest token takes, proxies and interest included. */
const gasEach = 100_000
/** Left for the rest when the last read has burnt all of its gas: a call passes on all but 1/64. */
const gasBeside = 2_000_000
/** For a read that is retried separately. */
const gasAlone = 1_000_000

/**
 * Reads untrusted contracts. Returns answers in the order of the reads: undefined for one that reverts, doesn't exist or returns something
 * else. Throws CHAIN_UNREACHABLE when the chain does not respond at all.
 *
 * They are read together, with little gas. One that burns all of it, or returns megabytes, makes others in its call fail: all failed reads
 * are then retried once, separately. So a hostile contract costs little and spoils no other answer. This also works on chains without
 * Multicall3.
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

/** `isThere`: the chain has just responded, so these contracts caused any failure now. */
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

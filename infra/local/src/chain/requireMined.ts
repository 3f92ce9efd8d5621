import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from './createChain.ts'
import { rpc } from './rpc.ts'

const miningMs = 5_000

/** Waits until a transaction has succeeded: the chain mines at once, but responds before it has. Throws `Error` for a reverted one. */
export const requireMined = async (chain: Chain, hash: string): Promise<void> => {
  const deadline = Date.now() + miningMs
  for (;;) {
    const receipt = (await rpc(chain.url, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new Error(`${hash} was reverted`)
    if (Date.now() > deadline) throw new Error(`${hash} was not mined within ${miningMs} ms`)
    await sleep(20)
  }
}

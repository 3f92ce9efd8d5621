import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, createTestClient, http, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { anvilBinary } from '../src/chain/anvilBinary.ts'

/** An account without a known key, used for nothing else: the addresses depend only on it. */
export const deployer: Address = '0x10ca110CA110CA110Ca110cA110ca110Ca110cA1'
/** The deterministic deployment proxy, which every anvil has. */
export const create2Proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Starts a separate chain at this port, and a client of it that signs as the deployer. */
export const startScratchChain = async (port: number) => {
  // Pools store the time, so it is fixed.
  const chain = spawn(anvilBinary(), ['--port', String(port), '--timestamp', '1700000000', '--quiet'])
  const client = createTestClient({
    mode: 'anvil',
    chain: foundry,
    account: deployer,
    transport: http(`http://127.0.0.1:${port}`),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions)
  while ((await client.getChainId().catch(() => 0)) === 0) {
    if (chain.exitCode !== null) throw new Error('The scratch chain did not start')
    await sleep(25)
  }
  return {
    client,
    stop: async () => {
      const exited = once(chain, 'exit')
      chain.kill()
      await exited
    },
  }
}
export type Client = Awaited<ReturnType<typeof startScratchChain>>['client']

import { readFileSync } from 'node:fs'
import { type Address, concat } from 'viem'
import * as z from 'zod'
import { accountHoldings, contractStates, placeContracts } from '../chain/placeContracts.ts'
import { rpcBatch } from '../chain/rpc.ts'
import { entryPoint, readEntryPointCode, senderCreator } from './entryPoint.ts'

const smartAccountStates = z.strictObject({
  /** What the EntryPoint holds; its code is not ours to give on. */
  entryPoint: accountHoldings,
  contracts: contractStates,
})
export type SmartAccountStates = z.output<typeof smartAccountStates>

/** What `contracts/buildSmartAccounts.ts` has written. */
export const smartAccountStatesFile = new URL('./smartAccountStates.json', import.meta.url)

/** Any address without code. */
const reader: Address = '0x00000000000000000000000000000000000000c0'

/** Calls the EntryPoint, and returns the code of what that has created. */
const createAndRead = concat([
  ...(['0x5f5f5f5f5f73', entryPoint, '0x5af150'] as const),
  ...(['0x73', senderCreator, '0x3b805f5f73', senderCreator, '0x3c5ff3'] as const),
])

/**
 * The run-time codes that the EntryPoint's constructor gives at its address: creation code stands in for the code of the
 * address for the time of a call, of which the chain keeps nothing.
 */
const runConstructor = async (url: string): Promise<{ entryPoint: string; senderCreator: string }> => {
  const overrides = {
    [entryPoint]: { code: readEntryPointCode(), nonce: '0x1' },
    // It may be there already.
    [senderCreator]: { code: '0x', nonce: '0x0' },
    [reader]: { code: createAndRead },
  }
  const [ofEntryPoint, ofSenderCreator] = await rpcBatch(
    url,
    [entryPoint, reader].map((to) => ({ method: 'eth_call', params: [{ to }, 'latest', overrides] })),
  )
  return { entryPoint: z.string().parse(ofEntryPoint), senderCreator: z.string().parse(ofSenderCreator) }
}

/**
 * Puts what smart accounts need onto a chain (the address of an anvil): the EntryPoint and the delegation framework, where they are on
 * every chain, and our paymaster with its deposit. No transaction, no block. Safe to repeat; throws `Error` when the chain
 * refuses.
 */
export const placeSmartAccounts = async (url: string): Promise<void> => {
  const states = smartAccountStates.parse(JSON.parse(readFileSync(smartAccountStatesFile, 'utf8')))
  const code = await runConstructor(url)
  await placeContracts(url, {
    ...states.contracts,
    [senderCreator]: { code: code.senderCreator, storage: {} },
    [entryPoint]: { code: code.entryPoint, ...states.entryPoint },
  })
}

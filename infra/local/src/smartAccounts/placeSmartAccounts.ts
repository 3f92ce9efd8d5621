import { readFileSync } from 'node:fs'
import { type Address, concat } from 'viem'
import * as z from 'zod'
import { accountHoldings, contractStates, placeContracts } from '../chain/placeContracts.ts'
import { rpcBatch } from '../chain/rpc.ts'
import { entryPoint, readEntryPointCode, senderCreator } from './entryPoint.ts'

const smartAccountStates = z.strictObject({
  /** The EntryPoint's state; we can't redistribute its code. */
  entryPoint: accountHoldings,
  contracts: contractStates,
})
export type SmartAccountStates = z.output<typeof smartAccountStates>

/** The output of `contracts/buildSmartAccounts.ts`. */
export const smartAccountStatesFile = new URL('./smartAccountStates.json', import.meta.url)

/** Any address without code. */
const reader: Address = '0x00000000000000000000000000000000000000c0'

/** Calls the EntryPoint, and returns the code of the contract that it has created. */
const createAndRead = concat([
  ...(['0x5f5f5f5f5f73', entryPoint, '0x5af150'] as const),
  ...(['0x73', senderCreator, '0x3b805f5f73', senderCreator, '0x3c5ff3'] as const),
])

/**
 * Returns the run-time codes that the EntryPoint's constructor gives at its address: the creation code overrides the address's code for one
 * call, which the chain does not store.
 */
const runConstructor = async (url: string): Promise<{ entryPoint: string; senderCreator: string }> => {
  const overrides = {
    [entryPoint]: { code: readEntryPointCode(), nonce: '0x1' },
    // It may exist already.
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
 * Puts the contracts of smart accounts onto a chain (the URL of an anvil): the EntryPoint and the delegation framework, at their addresses
 * on every chain, and our paymaster with its deposit. No transaction, no block. Idempotent; throws `Error` when the chain refuses.
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

import type { Address, Hex } from 'viem'
import type { Client } from './scratchChain.ts'

/**
 * Puts a contract where it stands on other chains, as if it had been created there: its creation code is made the code of the
 * address and called, so that the constructor itself writes the storage, and what it returns (with this address in its
 * immutables) becomes the code. Throws when the constructor reverts.
 */
export const runConstructor = async (client: Client, address: Address, creationCode: Hex): Promise<void> => {
  // Contracts begin to count at 1: what a constructor creates has its address by that.
  await client.setNonce({ address, nonce: 1 })
  await client.setCode({ address, bytecode: creationCode })
  const { data: code } = await client.call({ to: address })
  if (code === undefined) throw new Error(`The constructor for ${address} returned no code`)
  const { status } = await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: address }) })
  if (status !== 'success') throw new Error(`The constructor for ${address} reverted`)
  await client.setCode({ address, bytecode: code })
}

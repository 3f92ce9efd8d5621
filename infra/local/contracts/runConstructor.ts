import type { Address, Hex } from 'viem'
import type { Client } from './scratchChain.ts'

/**
 * Puts a contract at the address it has on other chains, as if it had been created there: sets its creation code as the address's code and
 * calls it, so that the constructor itself writes the storage, and its return value (with this address in its immutables) becomes the code.
 * Throws when the constructor reverts.
 */
export const runConstructor = async (client: Client, address: Address, creationCode: Hex): Promise<void> => {
  // Contracts' nonces start at 1, which determines the address of what a constructor creates.
  await client.setNonce({ address, nonce: 1 })
  await client.setCode({ address, bytecode: creationCode })
  const { data: code } = await client.call({ to: address })
  if (code === undefined) throw new Error(`The constructor for ${address} returned no code`)
  const { status } = await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: address }) })
  if (status !== 'success') throw new Error(`The constructor for ${address} reverted`)
  await client.setCode({ address, bytecode: code })
}

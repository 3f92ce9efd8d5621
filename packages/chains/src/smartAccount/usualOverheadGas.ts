import type { UserOperation } from './userOperation.ts'

/**
 * What a transaction with one operation costs beside what the EntryPoint meters: the transaction, the EntryPoint's own steps, an
 * authorization (EIP-7702), and each byte. A network that posts its data elsewhere asks for more, which its bundler knows.
 */
const cost = { fixed: 40_000n, authorization: 25_000n, byte: 16n }
/** What `handleOps` writes around the bytes of an operation, a paymaster's data and a signature. */
const ownBytes = 900

/**
 * The `preVerificationGas` that is usual for an operation (ERC-4337), as gas. Bundlers leave room, wallets some more: twice
 * as much is nothing unusual.
 *
 * @param lends whether the account lends its address to code with it.
 */
export const usualOverheadGas = (
  { callData, factoryData = '0x' }: Pick<UserOperation, 'callData' | 'factoryData'>,
  lends: boolean,
): bigint =>
  cost.fixed +
  (lends ? cost.authorization : 0n) +
  cost.byte * BigInt(ownBytes + (callData.length + factoryData.length - 4) / 2)

import type { UserOperation } from './userOperation.ts'

/**
 * The gas of a transaction with one operation beyond what the EntryPoint meters: the transaction, the EntryPoint's own steps, an
 * authorization (EIP-7702), and each byte. A network that posts its data elsewhere costs more, which its bundler accounts for.
 */
const cost = { fixed: 40_000n, authorization: 25_000n, byte: 16n }
/** The bytes that `handleOps` adds to an operation, including a paymaster's data and a signature. */
const ownBytes = 900

/**
 * Returns the usual `preVerificationGas` of an operation (ERC-4337), in gas. Bundlers and wallets add a margin: twice as much isn't
 * unusual.
 *
 * @param lends whether the operation has an EIP-7702 authorization.
 */
export const usualOverheadGas = (
  { callData, factoryData = '0x' }: Pick<UserOperation, 'callData' | 'factoryData'>,
  lends: boolean,
): bigint =>
  cost.fixed +
  (lends ? cost.authorization : 0n) +
  cost.byte * BigInt(ownBytes + (callData.length + factoryData.length - 4) / 2)

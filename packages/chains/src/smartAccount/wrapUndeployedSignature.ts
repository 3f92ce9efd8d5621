import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { encodeArguments } from '../calldata/encodeArguments.ts'
import type { Hex } from '../hex/hex.ts'
import type { HybridAccount } from './hybridAccount.ts'

const wrapping = 'wrapping(address factory, bytes factoryData, bytes signature)'
const magic = '6492'.repeat(16)

/**
 * Wraps a signature of an undeployed account with its deployment call, so that a verifier can check it with the account's code (ERC-6492).
 */
export const wrapUndeployedSignature = (
  signature: Hex,
  { factory, factoryData }: Pick<HybridAccount, 'factory' | 'factoryData'>,
): Hex => `${encodeArguments(parseAbiSignature(wrapping).inputs, { factory, factoryData, signature })}${magic}`

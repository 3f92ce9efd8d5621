import { keccak256 } from 'viem/utils'
import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { encodeArguments } from '../calldata/encodeArguments.ts'
import type { Hex } from '../hex/hex.ts'
import { packUserOperation } from './packUserOperation.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'
import type { UserOperation } from './userOperation.ts'

const packed =
  'packed(address sender, uint256 nonce, bytes32 initCode, bytes32 callData, bytes32 accountGasLimits, ' +
  'uint256 preVerificationGas, bytes32 gasFees, bytes32 paymasterAndData)'
const located = 'located(bytes32 hash, address entryPoint, uint256 chainId)'

/**
 * Returns the hash that identifies a user operation for bundlers and the EntryPoint 0.7; it doesn't cover the signature. Throws
 * INVALID_PARAMS when a number doesn't fit the packed form.
 */
export function userOperationHash(operation: UserOperation, chainId: number): Hex {
  const { sender, nonce, callData, preVerificationGas } = operation
  const { initCode, accountGasLimits, gasFees, paymasterAndData } = packUserOperation(operation)
  const content = encodeArguments(parseAbiSignature(packed).inputs, {
    ...{ sender, nonce, initCode: keccak256(initCode), callData: keccak256(callData), accountGasLimits },
    ...{ preVerificationGas, gasFees, paymasterAndData: keccak256(paymasterAndData) },
  })
  return keccak256(
    encodeArguments(parseAbiSignature(located).inputs, {
      hash: keccak256(content),
      entryPoint: smartAccountContracts.entryPoint,
      chainId: BigInt(chainId),
    }),
  )
}

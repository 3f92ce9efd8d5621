import { formatTypedData } from '../message/typedData.ts'
import { packUserOperation } from './packUserOperation.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'
import type { SmartAccountKind, UserOperation } from './userOperation.ts'

/** The name in the EIP-712 domain of each account type's code. */
const domainNames: Readonly<Record<SmartAccountKind, string>> = {
  hybrid: 'HybridDeleGator',
  eip7702: 'EIP7702StatelessDeleGator',
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

/**
 * Returns the typed data (EIP-712) that the owner signs for a user operation, as JSON text that `parseTypedData` parses to the same result:
 * the operation without signature and authorization, in the account's domain. Throws INVALID_PARAMS when a number doesn't fit the packed
 * form.
 */
export function userOperationTypedData(
  operation: UserOperation,
  { kind, chainId }: { kind: SmartAccountKind; chainId: number },
): string {
  const { sender, nonce, callData, preVerificationGas } = operation
  const { initCode, accountGasLimits, gasFees, paymasterAndData } = packUserOperation(operation)
  const { entryPoint } = smartAccountContracts
  return formatTypedData({
    types,
    primaryType: 'PackedUserOperation',
    domain: { name: domainNames[kind], version: '1', chainId: BigInt(chainId), verifyingContract: sender },
    // In the struct's order, as the typed data parser returns it.
    message: {
      ...{ sender, nonce, initCode, callData, accountGasLimits, preVerificationGas },
      ...{ gasFees, paymasterAndData, entryPoint },
    },
  })
}

/**
 * The data that our paymaster contract (`infra/`) accepts: `validUntil` (6 bytes, seconds), `validAfter` (6 bytes), and an EIP-191
 * signature (65 bytes) of everything in the operation that costs or does something, on one chain and by one contract. If any of it changes,
 * the contract rejects it.
 */
import { dummySignature, type EvmAddress, type UserOperation } from '@latchkey/chains'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  bytesToHex,
  concat,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  numberToHex,
  parseAbiParameters,
} from 'viem'

/** An operation with its paymaster contract; all but the account's signature. */
export type PaidOperation = Omit<UserOperation, 'signature' | 'authorization' | 'paymasterData'> & {
  paymaster: EvmAddress
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}
/** The chain, and the period in which the contract pays, in seconds since 1970. */
export type Sponsorship = { chainId: number; validAfter: number; validUntil: number }

const content = parseAbiParameters(
  'address, uint256, bytes32, bytes32, bytes32, uint256, uint256, bytes32, uint256, address, uint48, uint48',
)

/** Returns the digest that the contract computes and our signature covers, before EIP-191. */
export function sponsorshipDigest(operation: PaidOperation, { chainId, validUntil, validAfter }: Sponsorship): Hex {
  const { sender, nonce, factory, factoryData = '0x', callData, paymaster } = operation
  const paymasterGas = halves(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit)
  return keccak256(
    encodeAbiParameters(content, [
      sender,
      nonce,
      keccak256(factory === undefined ? '0x' : concat([factory, factoryData])),
      keccak256(callData),
      halves(operation.verificationGasLimit, operation.callGasLimit),
      BigInt(paymasterGas),
      operation.preVerificationGas,
      halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      BigInt(chainId),
      paymaster,
      validUntil,
      validAfter,
    ]),
  )
}

/** Returns the `paymasterData` of an operation that we pay for. @param key 32 bytes. */
export function signPaymasterData(operation: PaidOperation, sponsorship: Sponsorship, key: Uint8Array): Hex {
  const digest = hashMessage({ raw: sponsorshipDigest(operation, sponsorship) })
  const signed = secp256k1.sign(hexToBytes(digest), key, { prehash: false, format: 'recovered' })
  const [recovery = 0] = signed
  return concat([times(sponsorship), bytesToHex(signed.subarray(1)), numberToHex(27 + recovery, { size: 1 })])
}

/** Returns placeholder data for estimates, as long and as expensive as the final one; it is not valid. */
export const stubPaymasterData = (): Hex =>
  concat([times({ validUntil: 0xffff_ffff_ffff, validAfter: 0 }), dummySignature])

function times({ validUntil, validAfter }: Omit<Sponsorship, 'chainId'>): Hex {
  return concat([numberToHex(validUntil, { size: 6 }), numberToHex(validAfter, { size: 6 })])
}

function halves(high: bigint, low: bigint): Hex {
  return concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
}

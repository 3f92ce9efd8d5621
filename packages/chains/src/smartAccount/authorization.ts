import { concatBytes, hexToBytes, keccak256, toRlp } from 'viem/utils'
import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { refuse } from '../refuse.ts'
import { rlpInteger } from '../transaction/rlpInteger.ts'
import type { EcdsaSignature } from '../transaction/transactionCodec.ts'

/** EIP-7702: the account that signs it, with its next nonce, runs the code at `address` from then on. */
export type Authorization = { chainId: number; address: EvmAddress; nonce: number }

/** An EIP-7702 authorization tuple, ready for a transaction's authorization list. */
export type SignedAuthorization = Authorization & EcdsaSignature

/**
 * Returns the 32 bytes that are signed (EIP-7702): Keccak-256 of 0x05 and the RLP of the three. Throws INVALID_PARAMS for chain 0, which
 * means every current and future chain.
 */
export function authorizationDigest({ chainId, address, nonce }: Authorization): Uint8Array {
  if (chainId === 0) refuse('chainId')
  const fields = toRlp([rlpInteger(chainId), hexToBytes(address), rlpInteger(nonce)], 'bytes')
  return keccak256(concatBytes([Uint8Array.of(5), fields]), 'bytes')
}

/** Returns the EIP-7702 delegate in an account's code from `eth_getCode`; null when it has none or is a contract. */
export const delegationOf = (code: Hex): EvmAddress | null =>
  /^0xef0100[0-9a-f]{40}$/i.test(code) ? toChecksumAddress(`0x${code.slice(8)}`) : null

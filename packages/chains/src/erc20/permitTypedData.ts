import { hashStruct } from 'viem/utils'
import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

/** The EIP-712 domain of a token's permits (EIP-2612): its name and version, and its chain id (EIP-155). */
export type PermitDomain = { name: string; version: string; chainId: number; verifyingContract: EvmAddress }

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** Returns the token's `DOMAIN_SEPARATOR()`. */
export const permitDomainSeparator = (domain: PermitDomain): Hex =>
  hashStruct({
    data: { ...domain, chainId: BigInt(domain.chainId) },
    primaryType: 'EIP712Domain',
    types: { EIP712Domain: domainType },
  })

/** Returns typed data that let `spender` take `value` base units of the owner's, until `deadline` in seconds since 1970. */
export const permitTypedData = (
  domain: PermitDomain,
  message: { owner: EvmAddress; spender: EvmAddress; value: bigint; nonce: bigint; deadline: number },
) => ({
  types: {
    EIP712Domain: domainType,
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain,
  message: {
    ...message,
    value: message.value.toString(),
    nonce: message.nonce.toString(),
    deadline: message.deadline.toString(),
  },
})

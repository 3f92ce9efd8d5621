import { AppError } from '@latchkey/protocol/errors'
import { type CaipNetworkId, formatCaip2, parseCaip2 } from './caip2.ts'

/** A chain as the frame returns it (wire profile 4): EVM as a number, Solana as `solana:<reference>`. */
export type WireChainId = number | CaipNetworkId<'solana'>

/**
 * Normalizes any form of a chain id to CAIP-2: an EVM chain id as a number or as hex (`0x1`), CAIP-2, or a bare Solana reference. Throws
 * CHAIN_ID_INVALID.
 */
export function normaliseChainId(input: unknown): CaipNetworkId {
  if (typeof input === 'number') return formatCaip2({ namespace: 'eip155', reference: String(input) })
  if (typeof input !== 'string') throw new AppError('CHAIN_ID_INVALID')
  if (/^0x[0-9a-fA-F]{1,16}$/.test(input)) return formatCaip2({ namespace: 'eip155', reference: String(Number(input)) })
  if (!input.includes(':')) return formatCaip2({ namespace: 'solana', reference: input })
  return formatCaip2(parseCaip2(input))
}

/** Converts any form that `normaliseChainId` accepts to the frame's form. Throws CHAIN_ID_INVALID, CHAIN_NOT_SUPPORTED. */
export function toWireChainId(input: unknown): WireChainId {
  const { namespace, reference } = parseCaip2(normaliseChainId(input))
  if (namespace === 'eip155') return Number(reference)
  if (namespace === 'solana') return `solana:${reference}`
  throw new AppError('CHAIN_NOT_SUPPORTED')
}

/**
 * Rejects a request for a chain other than the active one: the `chainId` of a transaction or of an EIP-712 domain. A request without one is
 * for the active chain. Throws CHAIN_ID_MISMATCH.
 */
export function checkChainId(requested: number | bigint | undefined, activeChainId: number): void {
  if (requested !== undefined && BigInt(requested) !== BigInt(activeChainId)) throw new AppError('CHAIN_ID_MISMATCH')
}

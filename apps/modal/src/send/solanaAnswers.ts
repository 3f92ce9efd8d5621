/** Parses a Solana node's responses: an invalid one counts as none (CHAIN_UNREACHABLE). */
import { AppError } from '@latchkey/protocol'

/** The commitment requested from a node: most of the stake has voted for the block. */
export const commitment = 'confirmed'

export type Json = Readonly<Record<string, unknown>>
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const unread = (): never => {
  throw new AppError('CHAIN_UNREACHABLE')
}
export const readJson = (value: unknown): Json => (isJson(value) ? value : unread())
export const readText = (value: unknown): string => (typeof value === 'string' ? value : unread())
export const readCount = (value: unknown): bigint =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : unread()
/** Most responses include their slot. */
export const contextValue = (answer: unknown): unknown => readJson(answer).value

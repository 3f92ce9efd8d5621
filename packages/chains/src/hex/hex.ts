import { refuse } from '../refuse.ts'

/** Hexadecimal with its `0x` prefix. The type doesn't check the digits; `parseHexBytes` and `parseQuantity` do. */
export type Hex = `0x${string}`

/** Parses whole bytes in hex, of a given or any length, and returns lower case. Throws INVALID_PARAMS (`details.field`). */
export function parseHexBytes(value: unknown, field: string, byteLength?: number): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) refuse(field)
  if (byteLength !== undefined && value.length !== 2 + 2 * byteLength) refuse(field)
  return value.toLowerCase() as Hex
}

/**
 * Parses a JSON-RPC quantity (EIP-1474): hex digits after `0x`, nothing else. Leading zeros are allowed, contrary to the EIP, because
 * widespread libraries write whole bytes (`0x016345785d8a0000`) and the meaning is the same. Throws INVALID_PARAMS (`details.field`).
 */
export function parseQuantity(value: unknown, field: string, max: bigint): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,128}$/.test(value)) refuse(field)
  const quantity = BigInt(value)
  return quantity <= max ? quantity : refuse(field)
}

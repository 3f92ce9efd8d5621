import { numberToBytes } from 'viem/utils'

/** Encodes an integer for RLP: the shortest big-endian form, zero as no bytes. */
export const rlpInteger = (value: number | bigint): Uint8Array =>
  BigInt(value) === 0n ? new Uint8Array() : numberToBytes(BigInt(value))

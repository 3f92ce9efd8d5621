import { numberToBytes } from 'viem/utils'

/** RLP writes an integer in its shortest big-endian form, zero as no bytes. */
export const rlpInteger = (value: number | bigint): Uint8Array =>
  BigInt(value) === 0n ? new Uint8Array() : numberToBytes(BigInt(value))

import { formatSolanaAddress } from '../../address/solanaAddress.ts'
import { refuse } from '../../refuse.ts'

/** Reads the consecutive fields of an instruction's data; integers are little-endian. Throws INVALID_PARAMS when too few bytes are left. */
export const readFields = (data: Uint8Array) => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let position = 0
  const take = (count: number): number => {
    position += count
    return position > data.length ? refuse('data') : position - count
  }
  const fields = {
    uint8: (): number => view.getUint8(take(1)),
    uint32: (): number => view.getUint32(take(4), true),
    uint64: (): bigint => view.getBigUint64(take(8), true),
    address: (): string => {
      const start = take(32)
      return formatSolanaAddress(data.slice(start, start + 32))
    },
    /** One byte indicates whether an address follows. */
    optionalAddress: (): string | null => {
      const present = fields.uint8()
      if (present > 1) refuse('data')
      return present === 1 ? fields.address() : null
    },
    /** UTF-8 after its 64-bit length, as the system program writes it. */
    skipSeed: (): void => void take(Number(fields.uint64())),
    isAtEnd: (): boolean => position === data.length,
  }
  return fields
}

/** A cursor over an instruction's data. Each reader throws INVALID_PARAMS when too few bytes are left. */
export type Fields = ReturnType<typeof readFields>

/** Returns the accounts of an instruction by index. Throws INVALID_PARAMS for a missing one. */
export const accountsOf =
  (accounts: readonly string[]) =>
  (index: number): string =>
    accounts[index] ?? refuse('accounts')

/** Returns the address of the account at an index. Throws INVALID_PARAMS when the instruction has fewer accounts. */
export type AccountAt = ReturnType<typeof accountsOf>

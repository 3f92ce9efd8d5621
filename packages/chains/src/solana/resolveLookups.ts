/** Address lookup tables: a version 0 transaction takes addresses from these network accounts instead of containing them. */
import { AppError } from '@latchkey/protocol/errors'
import { formatSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import type { SolanaTransaction } from './parseSolanaTransaction.ts'
import { lookupTableProgram } from './solanaPrograms.ts'

/** An account as a node returns it. */
export type AccountState = {
  /** The program that owns it. */
  readonly owner: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** State, slots, one index, an optional authority, padding. */
const headerBytes = 56
const maxSlot = 2n ** 64n - 1n

/** Returns the addresses in a lookup table; null when the account isn't one, or is being closed. */
export function readLookupTable({ owner, data }: AccountState): readonly SolanaAddress[] | null {
  if (owner !== lookupTableProgram || data.length < headerBytes || (data.length - headerBytes) % 32 !== 0) return null
  const view = new DataView(data.buffer, data.byteOffset)
  const isTable = view.getUint32(0, true) === 1
  // A table that is being deactivated may be gone before the transaction executes.
  const isActive = view.getBigUint64(4, true) === maxSlot
  if (!isTable || !isActive) return null
  return Array.from({ length: (data.length - headerBytes) / 32 }, (_, index) =>
    formatSolanaAddress(data.slice(headerBytes + 32 * index, headerBytes + 32 * (index + 1))),
  )
}

/** A transaction in which every account has its address. `looked`: those from tables. */
export type ResolvedTransaction = SolanaTransaction & { readonly looked: ReadonlySet<string> }

/**
 * Replaces lookup table references with addresses.
 *
 * @param tables the accounts of `transaction.lookups`, as on the network. Throws LOOKUP_TABLE_INVALID (`details.table`) when one is
 * missing, isn't a table, or is too short.
 */
export function resolveLookups(
  transaction: SolanaTransaction,
  tables: ReadonlyMap<string, AccountState | null>,
): ResolvedTransaction {
  const known = new Map<string, SolanaAddress>()
  for (const { table, writable, readonly } of transaction.lookups) {
    const state = tables.get(table) ?? null
    const addresses = state === null ? null : readLookupTable(state)
    for (const index of [...writable, ...readonly]) {
      const address = addresses?.[index]
      if (address === undefined) throw new AppError('LOOKUP_TABLE_INVALID', { details: { table } })
      known.set(`${table}#${index}`, address)
    }
  }
  const resolved = (account: string): string => known.get(account) ?? account
  return {
    ...transaction,
    looked: new Set(known.values()),
    writable: transaction.writable.map(resolved),
    instructions: transaction.instructions.map((each) => ({ ...each, accounts: each.accounts.map(resolved) })),
  }
}

import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

const moves = atom({ count: 0, atMs: Number.NEGATIVE_INFINITY })

/** Counts how often balances may have changed since the modal was created. Data read at an earlier count is stale. */
export const balanceChangesAtom = atom((get) => get(moves).count)

/** The time of the last change, by the modal's clock; minus infinity before the first. */
export const lastBalanceChangeMsAtom = atom((get) => get(moves).atMs)

/** A transaction is pending, or was settled: known data is still shown, and read again at the next opportunity. */
export const invalidateBalancesAtom = atom(null, (get, set) =>
  set(moves, { count: get(moves).count + 1, atMs: get(servicesAtom).clock.now() }),
)

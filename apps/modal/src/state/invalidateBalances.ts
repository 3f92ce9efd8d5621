import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

const moves = atom({ count: 0, atMs: Number.NEGATIVE_INFINITY })

/** How often money may have moved since the modal was made. What was read at an earlier count is no longer true. */
export const balanceChangesAtom = atom((get) => get(moves).count)

/** When that was last, by the modal's clock; minus infinity before the first time. */
export const lastBalanceChangeMsAtom = atom((get) => get(moves).atMs)

/** A transaction is on its way, or was settled: what is known is still shown, and read again at the next opportunity. */
export const invalidateBalancesAtom = atom(null, (get, set) =>
  set(moves, { count: get(moves).count + 1, atMs: get(servicesAtom).clock.now() }),
)

import { atom } from 'jotai/vanilla'

const moves = atom(0)

/** How often money may have moved since the modal was made. What was read at an earlier count is no longer true. */
export const moneyMovesAtom = atom((get) => get(moves))

/** A transaction is on its way, or was settled: what is known is still shown, and read again at the next opportunity. */
export const invalidateBalancesAtom = atom(null, (get, set) => set(moves, get(moves) + 1))

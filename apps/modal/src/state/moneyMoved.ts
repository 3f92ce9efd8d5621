import { atom } from 'jotai/vanilla'

const moves = atom(0)

const moving: readonly string[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'solana_signAndSendTransaction',
  'sendTransfer',
]
/** Whether a call to a wallet, once it was answered, has moved money. */
export const movesMoney = (method: string): boolean => moving.includes(method)

/** How often money may have moved since the modal was made. What was read at an earlier count is no longer true. */
export const moneyMovesAtom = atom((get) => get(moves))

/** A transaction is on its way, or was settled: what is known is still shown, and read again at the next opportunity. */
export const invalidateBalancesAtom = atom(null, (get, set) => set(moves, get(moves) + 1))

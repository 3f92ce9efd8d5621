import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Address } from '../Modal.ts'
import { servicesAtom } from './services.ts'

export type Account = { address: Address; email: string | null }

/**
 * Whether there is an account. `interrupted`: an earlier login may still be open, but the wallet could not be asked; it
 * can be tried again.
 */
export type Connection =
  | { status: 'disconnected' }
  | { status: 'reconnecting' }
  | { status: 'interrupted'; error: AppError }
  | { status: 'connected'; account: Account }

const base = atom<Connection | null>(null)

export const connectionAtom = atom(
  (get): Connection =>
    get(base) ??
    (get(servicesAtom).storage.read('email-login-used') === true
      ? { status: 'reconnecting' }
      : { status: 'disconnected' }),
)

export const setConnectionAtom = atom(null, (_get, set, connection: Connection) => set(base, connection))

/** The account in use, or null. */
export const accountAtom = atom((get): Account | null => {
  const connection = get(connectionAtom)
  return connection.status === 'connected' ? connection.account : null
})

export const hasAccountAtom = atom((get) => get(accountAtom) !== null)

/** There is an account, or there may be one: Account is the view for it. */
export const mayHaveAccountAtom = atom((get) =>
  ['connected', 'reconnecting', 'interrupted'].includes(get(connectionAtom).status),
)

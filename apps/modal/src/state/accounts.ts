import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Person } from '../connectors/auth/Person.ts'
import { activeSession, type ConnectedWallet, connectedSessionsAtom, walletOf } from './connectedSessions.ts'
import { activeNamespaceAtom } from './networks.ts'
import { interruptedAtom, restoringAtom } from './pending.ts'
import { personAtom } from './person.ts'

/** `person`: the embedded wallet's user; null for other wallets. */
export type Account = {
  address: string
  person: Person | null
  connector: ConnectedWallet
}

/**
 * Whether there is an account in the active namespace. `interrupted`: an earlier session may still be valid, but the embedded wallet
 * couldn't be queried; it can be retried.
 */
export type Connection =
  | { status: 'disconnected' }
  | { status: 'reconnecting' }
  | { status: 'interrupted'; error: AppError }
  | { status: 'connected'; account: Account }

export const connectionAtom = atom((get): Connection => {
  const namespace = get(activeNamespaceAtom)
  const held = activeSession(get(connectedSessionsAtom), namespace)
  if (held !== undefined) {
    const connector = walletOf(held)
    return {
      status: 'connected',
      account: { address: held.address, person: connector.type === 'auth' ? get(personAtom) : null, connector },
    }
  }
  if (get(restoringAtom).some((each) => each.namespace === namespace)) return { status: 'reconnecting' }
  const interrupted = get(interruptedAtom).find((each) => each.namespace === namespace)
  if (interrupted !== undefined) return { status: 'interrupted', error: interrupted.error }
  return { status: 'disconnected' }
})

/** The active account of the active namespace, or null. */
export const accountAtom = atom((get): Account | null => {
  const connection = get(connectionAtom)
  return connection.status === 'connected' ? connection.account : null
})

export const hasAccountAtom = atom((get) => get(accountAtom) !== null)

/** There is an account, or there may be one: Account is the view for it. */
export const mayHaveAccountAtom = atom((get) =>
  ['connected', 'reconnecting', 'interrupted'].includes(get(connectionAtom).status),
)

import { atom } from 'jotai/vanilla'
import type { Connector, WalletSession } from '../connectors/Connector.ts'
import type { Namespace } from '../Modal.ts'

/** A connection as the modal holds it. */
export type Held = {
  readonly connector: Connector
  /** As the wallet gave it last, in its order. */
  readonly session: WalletSession
  /** Of the session's accounts, the one in use. */
  readonly address: string
  /** Milliseconds since 1970. */
  readonly lastUsedMs: number
}

/** The most recently used first; a connector is there at most once a namespace. */
export const heldAtom = atom<readonly Held[]>([])

/** The connection in use of a namespace. */
export const inUse = (held: readonly Held[], namespace: Namespace): Held | undefined =>
  held.find(({ session }) => session.namespace === namespace)

export const isHeld = ({ connector, session }: Held, connectorId: string, namespace: Namespace): boolean =>
  connector.id === connectorId && session.namespace === namespace

/** Who is at the other end: the wallet that the connector is for, or as it says itself where that may be any. */
export type HeldWallet = Pick<Connector, 'id' | 'name' | 'icon' | 'type'>
export const walletOf = ({ connector: { id, name, icon, type }, session }: Held): HeldWallet => ({
  id,
  name,
  icon,
  ...session.wallet,
  type,
})

/** The session with the account in use first. */
export const orderedSession = ({ session, address }: Pick<Held, 'session' | 'address'>): WalletSession => {
  const chosen = session.accounts.find((account) => account.address === address)
  if (chosen === undefined) return session
  return { ...session, accounts: [chosen, ...session.accounts.filter((account) => account !== chosen)] }
}

/**
 * Which account is in use after the wallet has given its accounts anew: the one that the visitor chose here, unless the
 * wallet no longer gives it, or the visitor has chosen another one in the wallet since, which then comes first.
 */
export const keptAddress = (
  before: Pick<WalletSession, 'accounts'> & { address: string },
  { accounts }: WalletSession,
): string => {
  const isAsBefore = before.accounts[0].address === accounts[0].address
  const isThere = accounts.some(({ address }) => address === before.address)
  return isAsBefore && isThere ? before.address : accounts[0].address
}

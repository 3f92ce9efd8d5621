import { atom } from 'jotai/vanilla'
import type { Connector, WalletSession } from '../connectors/Connector.ts'
import type { Namespace } from '../Modal.ts'

/** A connection as the modal holds it. */
export type ConnectedSession = {
  readonly connector: Connector
  /** As the wallet gave it last, in its order. */
  readonly session: WalletSession
  /** The active one of the session's accounts. */
  readonly address: string
  /** Milliseconds since 1970. */
  readonly lastUsedMs: number
}

/** The most recently used first; a connector is there at most once a namespace. */
export const connectedSessionsAtom = atom<readonly ConnectedSession[]>([])

/** The active connection of a namespace. */
export const activeSession = (held: readonly ConnectedSession[], namespace: Namespace): ConnectedSession | undefined =>
  held.find(({ session }) => session.namespace === namespace)

export const isSessionOf = (
  { connector, session }: ConnectedSession,
  connectorId: string,
  namespace: Namespace,
): boolean => connector.id === connectorId && session.namespace === namespace

/** The peer: the connector's wallet, or the name that it gives itself where that may be any. */
export type ConnectedWallet = Pick<Connector, 'id' | 'name' | 'icon' | 'type'>
export const walletOf = ({ connector: { id, name, icon, type }, session }: ConnectedSession): ConnectedWallet => ({
  id,
  name,
  icon,
  ...session.wallet,
  type,
})

/** The session with its active account first. */
export const orderedSession = ({ session, address }: Pick<ConnectedSession, 'session' | 'address'>): WalletSession => {
  const chosen = session.accounts.find((account) => account.address === address)
  if (chosen === undefined) return session
  return { ...session, accounts: [chosen, ...session.accounts.filter((account) => account !== chosen)] }
}

/**
 * Returns the active account after the wallet has sent its accounts again: the one that the user chose here, unless the wallet no longer
 * gives it, or the user has chosen another one in the wallet since, which then comes first.
 */
export const keptAddress = (
  before: Pick<WalletSession, 'accounts'> & { address: string },
  { accounts }: WalletSession,
): string => {
  const isAsBefore = before.accounts[0].address === accounts[0].address
  const isThere = accounts.some(({ address }) => address === before.address)
  return isAsBefore && isThere ? before.address : accounts[0].address
}

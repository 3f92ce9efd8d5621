import type { Payload, RequestName, Result } from '@latchkey/protocol'
import type { AccountType, Namespace, NetworkId } from '../../Modal.ts'
import type { Connector, WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import type { AuthNamespace } from './authNamespaces.ts'
import type { Person } from './Person.ts'

/** The connection to the embedded wallet. */
export type AuthWalletOptions = {
  /** Sends a request to the wallet's document, loading it if needed. Throws AppErrors only. */
  ask<name extends RequestName>(name: name, payload: Payload<name>): Promise<Result<name>>
  /** Sends a call of the page: the user approves it in the wallet, or it is a read. */
  request(network: NetworkId, args: RequestArguments): Promise<unknown>
  /** Ends the session in the wallet, if its document is loaded. */
  signOut(): Promise<void>
  /** The signed-in user. */
  onUser(person: Person): void
  /** The page's namespace when a user signs in. */
  origin(): string
  /** The network that each of the site's namespaces is on. */
  networks(): Readonly<Partial<Record<Namespace, NetworkId>>>
  /** All of the site's networks, in its order. */
  siteNetworks(): readonly NetworkId[]
  /** The wallet has no account on a network: its operator doesn't serve it. */
  onUnserved(network: NetworkId): void
  /** Returns the user's account type on networks that have several; `owner` is null before the wallet has reported it. */
  accountTypeOf(owner: string | null): AccountType
  /** Whether no other wallet is active in a namespace, so that signing in connects an account there too. */
  isFree(namespace: AuthNamespace): boolean
  /** Whether the site expects the embedded wallet's session in a namespace, even if it wasn't restored in this page yet. */
  isKept(namespace: AuthNamespace): boolean
  /** The account of a session is another one than before: of another network or type, of the same user. */
  onSession(session: WalletSession): void
}

/** A connector's behavior once it is used; `createEmbeddedConnector.ts` describes it before this is loaded. */
export type AuthWallet = Pick<Connector, 'connect' | 'restore' | 'switchNetwork' | 'request' | 'disconnect'> &
  Required<Pick<Connector, 'setAccountType' | 'actAs'>>

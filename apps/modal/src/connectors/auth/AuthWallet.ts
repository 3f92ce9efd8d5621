import type { Payload, RequestName, Result } from '@latchkey/protocol'
import type { AccountType, Namespace, NetworkId } from '../../Modal.ts'
import type { Connector, WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import type { AuthNamespace } from './authNamespaces.ts'
import type { Person } from './Person.ts'

/** What the embedded wallet is reached by. */
export type AuthWalletOptions = {
  /** One request to the wallet's document, loading it if need be. Throws AppErrors alone. */
  ask<name extends RequestName>(name: name, payload: Payload<name>): Promise<Result<name>>
  /** A call of the page: the visitor approves it in the wallet, or it is a read. */
  request(network: NetworkId, args: RequestArguments): Promise<unknown>
  /** End the session in the wallet, if its document is there. */
  signOut(): Promise<void>
  /** Who is logged in. */
  onUser(person: Person): void
  /** Of the page: where a visitor signs in. */
  origin(): string
  /** The network that each of the site's namespaces is on. */
  networks(): Readonly<Partial<Record<Namespace, NetworkId>>>
  /** All of the site's networks, in its order. */
  siteNetworks(): readonly NetworkId[]
  /** The wallet has no account on a network: its operator doesn't serve it. */
  onUnserved(network: NetworkId): void
  /** Which account somebody uses on networks that have several types; `owner` is null before the wallet has said who it is. */
  accountTypeOf(owner: string | null): AccountType
  /** Whether no other wallet is in use in a namespace, so that a login brings an account there along. */
  isFree(namespace: AuthNamespace): boolean
  /** Whether the site counts on the login in a namespace, even if nothing of it was taken up in this page yet. */
  isKept(namespace: AuthNamespace): boolean
  /** The account of a session is another one than before: of another network or type, of the same user. */
  onSession(session: WalletSession): void
}

/** What a connector does once it is used; what it is stands in `createEmbeddedConnector.ts`, before this is loaded. */
export type AuthWallet = Pick<Connector, 'connect' | 'restore' | 'switchNetwork' | 'request' | 'disconnect'> &
  Required<Pick<Connector, 'setAccountType' | 'actAs'>>

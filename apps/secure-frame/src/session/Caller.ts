import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'

declare const brand: unique symbol

/** The namespaces in which the wallet has an account. */
export type Namespace = 'eip155' | 'solana'

/**
 * A page that a signed-in user has allowed to send requests: origin, project and account belong together. Only the
 * session's guard creates it, and everything that uses the wallet requires it.
 */
export type Caller = {
  readonly origin: string
  readonly projectId: string
  readonly userId: string
  /** The login of this caller; a caller does not outlive it. */
  readonly sessionId: string
  /** The connected account in the requested namespace or on the requested network: EIP-55, or base58. */
  readonly address: string
  /** The same account if it is a smart one. */
  readonly smartAccount: SmartAccount | null
  readonly [brand]: true
}

/** For the session's guard only. */
export const asCaller = (
  page: Page,
  account: { userId: string; sessionId: string; address: string },
  smartAccount: SmartAccount | null = null,
): Caller =>
  Object.freeze({
    origin: page.origin,
    projectId: page.projectId,
    userId: account.userId,
    sessionId: account.sessionId,
    address: smartAccount?.address ?? account.address,
    smartAccount,
  }) as Caller

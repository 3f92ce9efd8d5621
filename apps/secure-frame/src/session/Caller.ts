import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'

declare const brand: unique symbol

/** The kinds of chain on which the wallet has an account. */
export type Namespace = 'eip155' | 'solana'

/**
 * A page on whose behalf a signed-in person has agreed to be asked: origin, project and account belong together. Made
 * by the session's guard alone, and demanded by everything that touches the wallet.
 */
export type Caller = {
  readonly origin: string
  readonly projectId: string
  readonly userId: string
  /** Which login this is; a caller does not outlive it. */
  readonly sessionId: string
  /** The connected account in the namespace, or on the network, that is asked about: EIP-55, or base58. */
  readonly address: string
  /** The same account if it is a smart one. */
  readonly smartAccount: SmartAccount | null
  readonly [brand]: true
}

/** For the session's guard alone. */
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

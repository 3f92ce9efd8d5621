import type { Page } from '../boundary/Page.ts'

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
  /** The connected account in the namespace that is asked about: EIP-55, or base58. */
  readonly address: string
  readonly [brand]: true
}

/** For the session's guard alone. */
export const asCaller = (page: Page, account: { userId: string; sessionId: string; address: string }): Caller =>
  Object.freeze({
    origin: page.origin,
    projectId: page.projectId,
    userId: account.userId,
    sessionId: account.sessionId,
    address: account.address,
  }) as Caller

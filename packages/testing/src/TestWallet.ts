import type { Script, ScriptOptions } from './script.ts'

/** A request as a wallet got it. */
export type SeenRequest = { readonly origin: string; readonly method: string; readonly params: unknown }

/** A test's control of a wallet as its user. The same for every wallet type. */
export type TestWallet = {
  readonly name: string
  /** Public addresses, in the wallet's order: of Bitcoin the payment addresses. */
  readonly addresses: readonly string[]
  /** All requests of dapps so far, in order, including reads. */
  readonly requests: readonly SeenRequest[]
  /** Sets the wallet's behavior from now on, for all requests that need the user, or those that `options` select. */
  script(script: Script, options?: ScriptOptions): void
  /** The user picks another account; connected sites are notified. */
  switchAccount(index: number): void
  /** The user switches the network, by the wallet type's name for it; connected sites are notified. */
  switchChain(chain: number | string): void
  /** The user disconnects all sites. */
  disconnect(): void | Promise<void>
}

/** A message to the wallet's half in the page. Plain data. */
export type WalletEvent = { readonly name: string; readonly data: unknown }

/**
 * An answer on its way to the page. A thrown value is serialized, so that an error keeps its code and a value that is no error stays one.
 */
export type Reply =
  | { readonly value: unknown }
  | { readonly error: { readonly code?: number; readonly message: string } }
  | { readonly thrown: unknown }

/** A wallet that appears in a page: keys and decisions stay with the test, and the page has the half that a dapp sees. */
export type PageWallet<face extends object = object> = TestWallet & {
  readonly face: face
  /** Answers a call that came from a page of this origin. */
  call(origin: string, method: string, params: unknown): Promise<Reply>
  /** Subscribes to the messages for pages of an origin; all origins when it is null. Returns a function that unsubscribes. */
  listen(listener: (origin: string | null, event: WalletEvent) => void): () => void
}

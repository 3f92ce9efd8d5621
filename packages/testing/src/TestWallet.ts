import type { Script, ScriptOptions } from './script.ts'

/** A request as a wallet got it. */
export type SeenRequest = { readonly origin: string; readonly method: string; readonly params: unknown }

/** How a test plays the person at a wallet. The same for every kind of wallet. */
export type TestWallet = {
  readonly name: string
  /** Public addresses, in the wallet's order: of Bitcoin the payment addresses. */
  readonly addresses: readonly string[]
  /** Everything that dapps have asked so far, in order, reads included. */
  readonly requests: readonly SeenRequest[]
  /** What it does from now on with what it is asked: all that needs the person, or what `options` say. */
  script(script: Script, options?: ScriptOptions): void
  /** The person picks another account; connected sites are told. */
  switchAccount(index: number): void
  /** The person goes to another network, by what the kind of wallet calls one; connected sites are told. */
  switchChain(chain: number | string): void
  /** The person disconnects all sites. */
  disconnect(): void | Promise<void>
}

/** What the half of a wallet that is in the page is told to do. Plain data. */
export type WalletEvent = { readonly name: string; readonly data: unknown }

/**
 * An answer on its way to the page. What was thrown is taken apart, so that an error keeps its code and what is no error
 * stays none.
 */
export type Reply =
  | { readonly value: unknown }
  | { readonly error: { readonly code?: number; readonly message: string } }
  | { readonly thrown: unknown }

/** A wallet that shows in a page: keys and decisions stay with the test, and the page has the half that a dapp sees. */
export type PageWallet<face extends object = object> = TestWallet & {
  readonly face: face
  /** Answers a call that came from a page of this origin. */
  call(origin: string, method: string, params: unknown): Promise<Reply>
  /** Follow what pages of an origin are to be told; all origins when it is null. Returns what ends it. */
  listen(listener: (origin: string | null, event: WalletEvent) => void): () => void
}

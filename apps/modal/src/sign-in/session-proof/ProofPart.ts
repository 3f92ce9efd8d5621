import type { Payload, RequestName, Result } from '@latchkey/protocol'
import type { createStore, Getter, Setter } from 'jotai/vanilla'
import type { IdToken } from '../../Modal.ts'
import type { ReadProof } from '../../options/parseOptions.ts'
import type { Route } from '../../state/routeRules.ts'
import type { OneClick } from './OneClick.ts'
import type { ProofTarget } from './ProofTarget.ts'
import type { SignInApi } from './SignInApi.ts'

/** Session proof, as the rest of the modal sees it: one part, loaded beside the engine by pages that set `siwx` or `siweConfig`. */
export type ProofPart = {
  readonly readOptions: ReadProof
  /** Proves the session of the active account, now and whenever it changes, and notifies the page. Returns a function that stops it. */
  start(store: ReturnType<typeof createStore>): () => void
  /** A step due after connecting: the view that asks for a signature, where there is no session. */
  step(get: Getter, set: Setter): Promise<Route | null>
  /**
   * Returns the message that the embedded wallet signs with the sign-in that its user confirms there, so that no request follows.
   * `isShown`: the wallet is about to show a screen that can show the message. Undefined when there is no message in time: the request
   * follows then. Never throws.
   */
  prepare(get: Getter, set: Setter, isShown: boolean): Promise<{ siwxMessage: OneClick['message'] } | undefined>
  /** Takes a request to the embedded wallet over, where a prepared message belongs into it. */
  ask<name extends RequestName>(
    get: Getter,
    set: Setter,
    name: name,
    payload: Payload<name>,
  ): Promise<Result<name>> | undefined
  /** The text for a user who closes the active view, which requires a decision. Undefined for any other view. */
  refusal(get: Getter): string | undefined
  /** Returns a token from the active account's session at the api. Throws as `Modal.getIdToken` does. */
  getIdToken(
    get: Getter,
    set: Setter,
    target: ProofTarget,
    asked: { scopes: ('wallets' | 'email')[]; nonce?: string },
  ): Promise<IdToken>
  /** The api's part; its code is loaded first. */
  loadApi(site: { apiUrl: string; projectId: string }): Promise<SignInApi>
}

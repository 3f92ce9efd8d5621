import type { SignInMessage } from '../approvals/signIn/readSignInMessage.ts'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'
import type { SignedMessage } from './signSignIn.ts'

/** The time in which a completed sign-in may still sign its message, in milliseconds. */
const openMs = 60_000

export type OneClick = {
  /**
   * Allows one signature for the sign-in that `caller` has just completed. `shown`: the message on the screen that the user confirmed;
   * null where no screen shows one, which allows only messages without anything that a user would have to read.
   */
  allow(caller: Caller, shown: SignInMessage | null): void
  /**
   * Signs the message of a page, where a sign-in allows it, and uses that up. Never fails: returns null, also where signing fails, and the
   * page requests an approval.
   */
  sign(caller: Caller, network: ServedNetwork, siwxMessage: unknown): Promise<SignedMessage | null>
}

export type OneClickDeps = {
  session: Pick<Session, 'sign'>
  /** Reads of a chain, by CAIP-2 ID. */
  chain: (caipNetworkId: string) => ChainReader
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * One-click sign-in (specification, section 4): a message is signed within the sign-in that a user has just completed, and never for
 * an earlier session. Kept in this document only, for one page, one sign-in, one message and one minute.
 */
export const createOneClick = ({ session, chain, now }: OneClickDeps): OneClick => {
  type Allowed = { origin: string; sessionId: string; shown: SignInMessage | null; untilMs: number }
  let allowed: Allowed | null = null
  /** The sign-in that has used its signature, or its try. */
  let spent: string | null = null

  return {
    allow({ origin, sessionId }, shown) {
      if (spent !== sessionId) allowed = { origin, sessionId, shown, untilMs: now() + openMs }
    },
    async sign(caller, network, siwxMessage) {
      const mine = allowed
      // Before anything is awaited: of two concurrent requests, one gets it.
      allowed = null
      if (mine === null) return null
      spent = mine.sessionId
      if (mine.sessionId !== caller.sessionId || mine.origin !== caller.origin || now() > mine.untilMs) return null
      try {
        const { signSignIn } = await import('./signSignIn.ts')
        const asked = { caller, network, siwxMessage, shown: mine.shown, now: now() }
        return await signSignIn({ sign: session.sign, read: chain(network.caipNetworkId) }, asked)
      } catch {
        return null
      }
    },
  }
}

import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from '../session/Caller.ts'
import type { SignInQuestion } from '../session/foundAccount.ts'
import type { Session } from '../session/Session.ts'
import type { Proving } from './createCodeStep.ts'

/**
 * Signs in to a page by email, as a step before the user. `appearance`: how the vault may ask a user with their own
 * recovery method. `onFound`: as in `finishEmail`; aborting `signal` ends the sign-in.
 */
export const proveByEmail = (
  session: Pick<Session, 'startEmail' | 'awaitApproval' | 'finishEmail'>,
  page: Page,
  email: string,
  appearance: () => Appearance,
  onFound: (found: SignInQuestion, signal: AbortSignal) => Promise<Caller>,
): Proving<Caller> => ({
  async start() {
    const mailed = await session.startEmail(page, email)
    return mailed.kind === 'code' ? mailed : { ...mailed, approval: session.awaitApproval }
  },
  finish: (code, options) =>
    session.finishEmail(page, code, {
      ...options,
      appearance: appearance(),
      onFound: (found) => onFound(found, options.signal),
    }),
})

import type { Appearance } from '@latchkey/vault-protocol'
import type { Caller } from '../session/Caller.ts'
import type { EmailChange } from '../session/emailChange.ts'
import type { Proving } from './createCodeStep.ts'

/**
 * The second half of a change of email: the new address agrees by a mailed link, where one is due, then its code is entered. Both were
 * mailed once, when the first code was verified. `appearance`: as in `EmailChange.proveNew`.
 */
export const proveNewEmail = (
  emailChange: Pick<EmailChange, 'joinLink' | 'agreement' | 'proveNew'>,
  caller: Caller,
  appearance?: () => Appearance,
): Proving<string> => {
  const mailed = { kind: 'code', resendInSeconds: null } as const
  return {
    async start() {
      const link = emailChange.joinLink(caller)
      if (link === null) return mailed
      const approval = async (signal: AbortSignal) => {
        await emailChange.agreement(caller, signal)
        return mailed
      }
      return { kind: 'link', number: null, resendInSeconds: null, approval, ...link }
    },
    finish: (code) => emailChange.proveNew(caller, code, appearance?.()),
  }
}

import { AppError } from '@latchkey/protocol'
import { createCodeStep } from '../login/createCodeStep.ts'
import type { Handler } from './HandlerDeps.ts'

/** The code of the new address, as with the first one; the account then has it. Another code takes a new beginning. */
export const updateEmailSecondaryOtp: Handler<'UPDATE_EMAIL_SECONDARY_OTP'> =
  ({ session, emailChange, login }) =>
  async (payload, { context: page, signal }) => {
    const otp = payload?.otp
    if ((otp === undefined) !== (page.profile === 5)) throw new AppError('INVALID_PARAMS')
    const caller = await session.caller(page)
    if (otp !== undefined) return { newEmail: await emailChange.proveNew(caller, otp.trim()) }
    const { newEmail } = emailChange.addresses(caller)
    const step = createCodeStep({
      email: newEmail,
      proving: {
        // The first code had it mailed.
        start: async () => ({ kind: 'code', resendInSeconds: null }),
        // Without an appearance: in a page of others nobody is asked to choose what recovers their wallet. A wallet that is
        // theirs alone to recover keeps its key then.
        finish: (code) => emailChange.proveNew(caller, code),
      },
      now: Date.now,
    })
    void step.send()
    return { newEmail: await login.prove(page, { kind: 'change', of: 'new', newEmail }, step, signal) }
  }

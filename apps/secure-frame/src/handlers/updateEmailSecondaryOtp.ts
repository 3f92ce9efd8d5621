import { AppError } from '@latchkey/protocol'
import { createCodeStep } from '../login/createCodeStep.ts'
import { proveNewEmail } from '../login/proveNewEmail.ts'
import type { Handler } from './HandlerDeps.ts'

/**
 * The code of the new address, as with the first one, once it has agreed by a mailed link where one is due; the account then has it.
 * Another code takes a new beginning.
 */
export const updateEmailSecondaryOtp: Handler<'UPDATE_EMAIL_SECONDARY_OTP'> =
  ({ session, emailChange, login }) =>
  async (payload, { context: page, signal }) => {
    const otp = payload?.otp
    if ((otp === undefined) !== (page.profile === 5)) throw new AppError('INVALID_PARAMS')
    const caller = await session.caller(page)
    if (otp !== undefined) {
      await emailChange.agreement(caller, signal)
      return { newEmail: await emailChange.proveNew(caller, otp.trim()) }
    }
    const { newEmail } = emailChange.addresses(caller)
    const step = createCodeStep({
      email: newEmail,
      // Without an appearance: in a page of others nobody is asked to choose what recovers their wallet. A wallet that is
      // theirs alone to recover keeps its key then.
      proving: proveNewEmail(emailChange, caller),
      now: Date.now,
    })
    void step.send()
    return { newEmail: await login.prove(page, { kind: 'change', of: 'new', newEmail }, step, signal) }
  }

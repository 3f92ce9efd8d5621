import { AppError } from '@latchkey/protocol'
import { createCodeStep } from '../login/createCodeStep.ts'
import type { Handler } from './HandlerDeps.ts'

/**
 * The code of the present address. In profile 4 the page brings it; in profile 5 the person types it here, over the new
 * address in plain sight, and a page that brings a code is refused.
 */
export const updateEmailPrimaryOtp: Handler<'UPDATE_EMAIL_PRIMARY_OTP'> =
  ({ session, emailChange, login }) =>
  async (payload, { context: page, signal }) => {
    const otp = payload?.otp
    if ((otp === undefined) !== (page.profile === 5)) throw new AppError('INVALID_PARAMS')
    const caller = await session.caller(page)
    if (otp !== undefined) {
      await emailChange.proveOld(caller, otp.trim())
      return undefined
    }
    const { oldEmail, newEmail } = emailChange.addresses(caller)
    const step = createCodeStep({
      email: oldEmail,
      proving: {
        start: async () => ({ kind: 'code', resendInSeconds: await emailChange.mailOld(caller) }),
        finish: (code) => emailChange.proveOld(caller, code),
      },
      now: Date.now,
    })
    void step.send()
    await login.prove(page, { kind: 'change', of: 'old', newEmail }, step, signal)
    return undefined
  }

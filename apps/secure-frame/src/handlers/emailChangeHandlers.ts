import { AppError } from '@latchkey/protocol'
import { createCodeStep } from '../login/createCodeStep.ts'
import { proveNewEmail } from '../login/proveNewEmail.ts'
import type { Handler } from './HandlerDeps.ts'

/** Begin to change the email. In profile 4 the first code is mailed now, in profile 5 once the person sees what it is for. */
export const updateEmail: Handler<'UPDATE_EMAIL'> =
  ({ session, emailChange }) =>
  async ({ email }, { context: page }) => {
    const caller = await session.caller(page)
    await emailChange.begin(page, caller, email)
    if (page.profile === 4) await emailChange.mailOld(caller)
    return { action: 'VERIFY_PRIMARY_OTP' }
  }

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

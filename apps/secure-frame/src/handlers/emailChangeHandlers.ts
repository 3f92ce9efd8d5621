import { AppError } from '@latchkey/protocol'
import { createCodeStep } from '../login/createCodeStep.ts'
import { proveNewEmail } from '../login/proveNewEmail.ts'
import type { Handler } from './HandlerDeps.ts'

/** Starts a change of email. In profile 4 the first code is mailed now, in profile 5 once the user sees what it is for. */
export const updateEmail: Handler<'UPDATE_EMAIL'> =
  ({ session, emailChange }) =>
  async ({ email }, { context: page }) => {
    const caller = await session.caller(page)
    await emailChange.begin(page, caller, email)
    if (page.profile === 4) await emailChange.mailOld(caller)
    return { action: 'VERIFY_PRIMARY_OTP' }
  }

/**
 * Verifies the code of the current address. In profile 4 the page sends it; in profile 5 the user enters it here, with the
 * new address in view, and a page that sends a code is rejected.
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
 * Verifies the code of the new address, like the first one, once it has agreed by a mailed link where one is due; the account then has it.
 * For another code, the change has to be started again.
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
      // Without an appearance: on an embedding page, users aren't asked for their recovery method. A wallet with the user's
      // own recovery method keeps its key then.
      proving: proveNewEmail(emailChange, caller),
      now: Date.now,
    })
    void step.send()
    return { newEmail: await login.prove(page, { kind: 'change', of: 'new', newEmail }, step, signal) }
  }

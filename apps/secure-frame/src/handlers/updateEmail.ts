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

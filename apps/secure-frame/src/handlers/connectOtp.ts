import type { Handler } from './HandlerDeps.ts'

/** Finish a login with the mailed code. The code goes straight through and is kept nowhere. */
export const connectOtp: Handler<'CONNECT_OTP'> =
  ({ session, approvals }) =>
  async ({ otp }, { context: page }) => {
    await session.finishEmail(page, otp.trim())
    approvals.preload()
    return undefined
  }

import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/** Finish a login with the mailed code. The code goes straight through and is kept nowhere. */
export const connectOtp: Handler<'CONNECT_OTP'> =
  ({ session, approvals }) =>
  async (payload, { context: page }) => {
    if (payload?.otp === undefined) throw new AppError('INVALID_PARAMS')
    await session.finishEmail(page, payload.otp.trim())
    approvals.preload()
    return undefined
  }

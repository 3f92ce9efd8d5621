import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * Finish a login. In profile 4 the page brings the mailed code, which goes straight through and is kept nowhere. In
 * profile 5 the person types it here, or agrees here to a login that is open already; a page that brings a code has seen
 * what it must not see, and is refused.
 */
export const connectOtp: Handler<'CONNECT_OTP'> =
  ({ session, approvals, login, oneClick }) =>
  async (payload, { id, context: page, signal }) => {
    const otp = payload?.otp
    if ((otp === undefined) !== (page.profile === 5)) throw new AppError('INVALID_PARAMS')
    if (otp === undefined) {
      const confirmed = await login.finish(page, id, signal, payload?.siwxMessage)
      if (confirmed !== null) oneClick.allow(await session.caller(page), confirmed)
    } else oneClick.allow(await session.finishEmail(page, otp.trim()), null)
    approvals.preload('eip155')
    return undefined
  }

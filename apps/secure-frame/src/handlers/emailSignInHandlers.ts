import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * Begin a login by email, or have its link or another code sent. In profile 5 a page hears no more than that a login has begun: what
 * becomes of the mail, and whether any is needed, is between the wallet and the person.
 */
export const connectEmail: Handler<'CONNECT_EMAIL'> =
  ({ session, login }) =>
  async ({ email }, { context: page }) => {
    if (page.profile === 5) return { action: await login.begin(page, email) }
    if (await session.resume(page, email)) return { action: 'CONNECT' }
    const { kind } = await session.startEmail(page, email)
    return { action: kind === 'link' ? 'VERIFY_DEVICE' : 'VERIFY_OTP' }
  }

/**
 * Wait until the mailed link is agreed to; the code is then mailed without being asked for. A page may ask this many times
 * for one login, and all are answered. In profile 5 no page knows of the link.
 */
export const connectDevice: Handler<'CONNECT_DEVICE'> =
  ({ session }) =>
  async (_, { context: page, signal }) => {
    if (page.profile === 5) throw new AppError('NOT_ENABLED')
    await session.awaitApproval(signal)
    return undefined
  }

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

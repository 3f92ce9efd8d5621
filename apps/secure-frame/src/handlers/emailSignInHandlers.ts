import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * Starts a login by email, or has its link or another code sent. In profile 5 a page only learns that a login has started: the result
 * of the mail, and whether any is needed, stays between the wallet and the user.
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
 * Waits until the mailed link is approved; the code is then mailed automatically. A page may send this many times for one
 * login, and all are answered. In profile 5 no page knows of the link.
 */
export const connectDevice: Handler<'CONNECT_DEVICE'> =
  ({ session }) =>
  async (_, { context: page, signal }) => {
    if (page.profile === 5) throw new AppError('NOT_ENABLED')
    await session.awaitApproval(signal)
    return undefined
  }

/**
 * Finishes a login. In profile 4 the page sends the mailed code, which is passed on and stored nowhere. In profile 5 the
 * user enters it here, or agrees here to a login that is open already; a page that sends a code has seen what it must not
 * see, and is rejected.
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

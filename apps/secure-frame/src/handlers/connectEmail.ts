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

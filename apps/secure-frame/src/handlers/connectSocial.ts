import { AppError } from '@latchkey/protocol'
import { networkOf } from '../chain/networkOf.ts'
import type { OneClick } from '../oneClick/createOneClick.ts'
import type { NewHere } from '../session/foundAccount.ts'
import type { Handler } from './HandlerDeps.ts'
import { userOn } from './userOn.ts'

/**
 * Finish a login at a provider with what the result page handed to the page; or wait, with the provider's address, until the
 * person has compared the number there. Logging in from a page agrees to it.
 */
export const connectSocial: Handler<'CONNECT_SOCIAL'> =
  (deps) =>
  async ({ uri, chainId, ...wanted }, { context: page, signal }) => {
    const { session, approvals, login, oneClick } = deps
    const asked = chainId === undefined ? null : networkOf(chainId)
    const caller = await session.finishSocial(page, uri, {
      signal,
      // The wallet asks its user first. Why is not the page's business; one that shows the wallet does so with CONNECT_OTP.
      async onFound(found) {
        if (page.profile === 5) login.hold(found.kind === 'newHere' ? completing(oneClick, found) : found)
        throw new AppError('CONTINUE_IN_WALLET')
      },
    })
    approvals.preload('eip155')
    oneClick.allow(caller, null)
    const user = await userOn(deps, page, asked ?? networkOf(await session.chainOf(page)), wanted)
    // Clients of profile 4 drop an answer of this request whose email is no text, and wait for ever.
    return page.profile === 4 ? { ...user, email: user.email ?? '' } : user
  }

/** The yes that this is the user's account completes the sign-in. No message was in front of them. */
const completing = (oneClick: Pick<OneClick, 'allow'>, found: NewHere): NewHere => ({
  ...found,
  async confirm(appearance, signal) {
    const caller = await found.confirm(appearance, signal)
    oneClick.allow(caller, null)
    return caller
  },
})

import { AppError } from '@latchkey/protocol'
import { networkOf } from '../chain/networkOf.ts'
import type { OneClick } from '../oneClick/createOneClick.ts'
import type { NewHere } from '../session/foundAccount.ts'
import { getUserOnChain } from './getUserOnChain.ts'
import type { Handler } from './HandlerDeps.ts'

/**
 * Starts a login at a provider. The page sends a separate window there; the result in it is worthless without this document.
 * Farcaster has a separate request. In profile 4 no page knows of the number.
 */
export const getSocialRedirectUri: Handler<'GET_SOCIAL_REDIRECT_URI'> =
  ({ session }) =>
  async ({ provider }, { context: page }) => {
    if (provider === 'farcaster') throw new AppError('INVALID_PARAMS')
    const { uri, number } = await session.startSocial(page, provider)
    return page.profile === 5 ? { uri, number } : { uri }
  }

/**
 * Finishes a login at a provider with the result page's data; or waits, with the provider's URL, until the user has
 * compared the number there. Signing in from a page is consent to it.
 */
export const connectSocial: Handler<'CONNECT_SOCIAL'> =
  (deps) =>
  async ({ uri, chainId, ...wanted }, { context: page, signal }) => {
    const { session, approvals, login, oneClick } = deps
    const asked = chainId === undefined ? null : networkOf(chainId)
    const caller = await session.finishSocial(page, uri, {
      signal,
      // The wallet asks its user first. The reason stays private; a page that shows the wallet does so with CONNECT_OTP.
      async onFound(found) {
        if (page.profile === 5) login.hold(found.kind === 'newHere' ? completing(oneClick, found) : found)
        throw new AppError('CONTINUE_IN_WALLET')
      },
    })
    approvals.preload('eip155')
    oneClick.allow(caller, null)
    const user = await getUserOnChain(deps, page, asked ?? networkOf(await session.chainOf(page)), wanted)
    // Clients of profile 4 drop a response of this request whose email is not a string, and wait forever.
    return page.profile === 4 ? { ...user, email: user.email ?? '' } : user
  }

/** The user's confirmation that this is their account completes the sign-in. No message was in front of them. */
const completing = (oneClick: Pick<OneClick, 'allow'>, found: NewHere): NewHere => ({
  ...found,
  async confirm(appearance, signal) {
    const caller = await found.confirm(appearance, signal)
    oneClick.allow(caller, null)
    return caller
  },
})

/** Opens a channel for a login by Farcaster: a link that the page shows. A newer one replaces an older one. */
export const getFarcasterUri: Handler<'GET_FARCASTER_URI'> =
  ({ session }) =>
  async (_, { context: page }) =>
    await session.startFarcaster(page)

/**
 * Waits for the channel's signature and signs in. A page may send this before there is a channel, and repeatedly: all
 * requests that wait for one channel receive its result, once, and later ones wait for another.
 */
export const connectFarcaster: Handler<'CONNECT_FARCASTER'> =
  ({ session, approvals, oneClick }) =>
  async (_, { context: page, signal }) => {
    await session.finishFarcaster(signal)
    approvals.preload('eip155')
    const caller = await session.caller(page)
    oneClick.allow(caller, null)
    const login = await session.login(caller)
    return { userName: login?.userName ?? '' }
  }

import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * Begin a login at a provider. The page sends a window of its own there; what comes back through it is worth nothing without
 * this document. Farcaster has a request of its own. In profile 4 no page knows of the number.
 */
export const getSocialRedirectUri: Handler<'GET_SOCIAL_REDIRECT_URI'> =
  ({ session }) =>
  async ({ provider }, { context: page }) => {
    if (provider === 'farcaster') throw new AppError('INVALID_PARAMS')
    const { uri, number } = await session.startSocial(page, provider)
    return page.profile === 5 ? { uri, number } : { uri }
  }

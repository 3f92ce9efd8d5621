import type { Handler } from './HandlerDeps.ts'

/**
 * Wait for the channel's signature and sign in. A page may ask before there is a channel, and again and again: all who wait
 * for one channel are answered with its end, once, and whoever asks later waits for another.
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

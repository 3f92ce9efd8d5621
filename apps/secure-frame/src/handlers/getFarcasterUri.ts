import type { Handler } from './HandlerDeps.ts'

/** Open a channel for a login by Farcaster: a link that the page shows. A newer one takes the place of an older one. */
export const getFarcasterUri: Handler<'GET_FARCASTER_URI'> =
  ({ session }) =>
  async (_, { context: page }) =>
    await session.startFarcaster(page)

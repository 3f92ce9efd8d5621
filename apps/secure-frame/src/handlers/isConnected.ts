import type { Handler } from './HandlerDeps.ts'

/** Whether this page has a signed-in person; if so the wallet is unlocked ahead of the first signature. */
export const isConnected: Handler<'IS_CONNECTED'> =
  ({ session, approvals }) =>
  async (_, { context: page }) => {
    const connected = await session.isConnected(page)
    if (connected) {
      // A failure shows when something is to be signed, with words and a way to try again.
      void session
        .caller(page)
        .then(session.unlock)
        .catch(() => undefined)
      approvals.preload('eip155')
    }
    return { isConnected: connected }
  }

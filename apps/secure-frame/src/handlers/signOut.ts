import type { Handler } from './HandlerDeps.ts'

/** Forget this person here and end their session. Answers within three seconds whether or not the service can be reached. */
export const signOut: Handler<'SIGN_OUT'> =
  ({ session }) =>
  async (_, { context: page }) => {
    await session.signOut(page)
    return undefined
  }

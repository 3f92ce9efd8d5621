import type { Handler } from './HandlerDeps.ts'

/** Begin a login by email, or have another code sent. */
export const connectEmail: Handler<'CONNECT_EMAIL'> =
  ({ session }) =>
  async ({ email }, { context: page }) => ({ action: await session.startEmail(page, email) })

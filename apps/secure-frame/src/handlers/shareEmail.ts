import type { Handler } from './HandlerDeps.ts'

/** Gives the page's project the verified address of the account, which the page has from `GET_USER` already. */
export const shareEmail: Handler<'SHARE_EMAIL'> =
  ({ session }) =>
  async ({ purpose }, { context: page }) => {
    const caller = await session.caller(page)
    const account = `eip155:1:${caller.address}`
    await session.call(caller, 'shareEmail', {
      projectId: caller.projectId,
      dappOrigin: caller.origin,
      account,
      purpose,
    })
  }

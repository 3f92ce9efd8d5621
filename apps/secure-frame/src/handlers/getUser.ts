import { evmNetworkOf } from './evmNetworkOf.ts'
import type { Handler } from './HandlerDeps.ts'
import { userOn } from './userOn.ts'

/**
 * The signed-in person's account on the chain the page asks for, which becomes the active one. A chain that is not
 * served is an error and leaves the active chain as it was.
 */
export const getUser: Handler<'GET_USER'> =
  (deps) =>
  async (payload, { context: page }) => {
    const { session } = deps
    const caller = await session.caller(page)
    const network = evmNetworkOf(payload?.chainId ?? (await session.chainOf(page)))
    return { ...(await userOn(deps, page, caller, network)), smartAccountDeployed: false }
  }

import { networkOf } from '../chain/networkOf.ts'
import type { Handler } from './HandlerDeps.ts'
import { userOn } from './userOn.ts'

/**
 * The signed-in person's account on the chain the page asks for, which becomes the one of its namespace: asking about
 * Solana leaves Ethereum as it is, and the other way round. A chain that is not served is an error and changes nothing.
 */
export const getUser: Handler<'GET_USER'> =
  (deps) =>
  async (payload, { context: page }) => {
    const { session } = deps
    const network = networkOf(payload?.chainId ?? (await session.chainOf(page)))
    const user = await userOn(deps, page, network)
    return network.chainNamespace === 'eip155' ? { ...user, smartAccountDeployed: false } : user
  }

import { evmNetworkOf } from './evmNetworkOf.ts'
import type { Handler } from './HandlerDeps.ts'

/**
 * The signed-in person's account on the chain the page asks for, which becomes the active one. A chain that is not
 * served is an error and leaves the active chain as it was.
 */
export const getUser: Handler<'GET_USER'> =
  ({ session }) =>
  async (payload, { context: page }) => {
    const caller = await session.caller(page)
    const network = evmNetworkOf(payload?.chainId ?? (await session.chainOf(page)))
    await session.setChain(page, network.caipNetworkId)
    return {
      email: await session.email(caller),
      address: caller.address,
      chainId: network.id,
      smartAccountDeployed: false,
      accounts: [{ address: caller.address, type: 'eoa' }],
      preferredAccountType: 'eoa',
    }
  }

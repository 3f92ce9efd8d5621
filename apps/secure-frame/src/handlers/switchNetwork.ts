import { networkOf, wireChainOf } from '../chain/networkOf.ts'
import type { Handler } from './HandlerDeps.ts'

/** Make another chain the active one for this page. Its own `rpcUrl` is never used. */
export const switchNetwork: Handler<'SWITCH_NETWORK'> =
  ({ session }) =>
  async ({ chainId }, { context: page }) => {
    const network = networkOf(chainId)
    await session.switchChain(page, network.caipNetworkId)
    return { chainId: wireChainOf(network) }
  }

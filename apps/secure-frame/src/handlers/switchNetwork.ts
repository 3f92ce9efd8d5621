import { evmNetworkOf } from './evmNetworkOf.ts'
import type { Handler } from './HandlerDeps.ts'

/** Make another chain the active one for this page. Its own `rpcUrl` is never used. */
export const switchNetwork: Handler<'SWITCH_NETWORK'> =
  ({ session }) =>
  async ({ chainId }, { context: page }) => {
    const network = evmNetworkOf(chainId)
    await session.setChain(page, network.caipNetworkId)
    return { chainId: network.id }
  }

import { evmNetworkOf } from './evmNetworkOf.ts'
import type { Handler } from './HandlerDeps.ts'

export const getChainId: Handler<'GET_CHAIN_ID'> =
  ({ session }) =>
  async (_, { context: page }) => ({ chainId: evmNetworkOf(await session.chainOf(page)).id })

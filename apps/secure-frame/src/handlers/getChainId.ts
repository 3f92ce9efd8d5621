import type { Handler } from './HandlerDeps.ts'
import { networkOf, wireChainOf } from './networkOf.ts'

export const getChainId: Handler<'GET_CHAIN_ID'> =
  ({ session }) =>
  async (_, { context: page }) => ({ chainId: wireChainOf(networkOf(await session.chainOf(page))) })

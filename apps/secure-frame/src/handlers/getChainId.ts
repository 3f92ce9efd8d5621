import { networkOf, wireChainOf } from '../chain/networkOf.ts'
import type { Handler } from './HandlerDeps.ts'

export const getChainId: Handler<'GET_CHAIN_ID'> =
  ({ session }) =>
  async (_, { context: page }) => ({ chainId: wireChainOf(networkOf(await session.chainOf(page))) })

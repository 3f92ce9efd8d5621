import { networkOf, wireChainOf } from '../chain/networkOf.ts'
import type { Handler } from './HandlerDeps.ts'

/** Where the people of this project may have a smart account. Elsewhere accounts are EOAs. */
export const getSmartAccountEnabledNetworks: Handler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> =
  ({ smartAccounts }) =>
  async () => ({ smartAccountEnabledNetworks: smartAccounts.networks.map((id) => Number(wireChainOf(networkOf(id)))) })

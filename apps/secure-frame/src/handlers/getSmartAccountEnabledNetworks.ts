import type { Handler } from './HandlerDeps.ts'

/** There are no smart accounts here: the list is empty, and accounts are EOAs. */
export const getSmartAccountEnabledNetworks: Handler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = () => async () => ({
  smartAccountEnabledNetworks: [],
})

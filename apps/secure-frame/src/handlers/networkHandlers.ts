import { AppError } from '@latchkey/protocol'
import { networkOf, wireChainOf } from '../chain/networkOf.ts'
import type { Handler } from './HandlerDeps.ts'

export const getChainId: Handler<'GET_CHAIN_ID'> =
  ({ session }) =>
  async (_, { context: page }) => ({ chainId: wireChainOf(networkOf(await session.chainOf(page))) })

/** Makes another chain the active one for this page. The page's `rpcUrl` is never used. */
export const switchNetwork: Handler<'SWITCH_NETWORK'> =
  ({ session }) =>
  async ({ chainId }, { context: page }) => {
    const network = networkOf(chainId)
    await session.switchChain(page, network.caipNetworkId)
    return { chainId: wireChainOf(network) }
  }

/** The networks on which users of this project may have a smart account. Elsewhere accounts are EOAs. */
export const getSmartAccountEnabledNetworks: Handler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> =
  ({ smartAccounts }) =>
  async () => ({ smartAccountEnabledNetworks: smartAccounts.networks.map((id) => Number(wireChainOf(networkOf(id)))) })

/**
 * Stores the user's preferred account type on this page. Returns the type that they have on the page's current chain: an
 * EOA where there is nothing else. NOT_ENABLED where the project has no smart accounts at all.
 */
export const setPreferredAccount: Handler<'SET_PREFERRED_ACCOUNT'> =
  ({ session, smartAccounts }) =>
  async ({ type }, { context: page }) => {
    if (smartAccounts.networks.length === 0) throw new AppError('NOT_ENABLED')
    await session.caller(page)
    await session.preferAccount(page, type)
    const { address, smartAccount } = await session.requireCallerOnChain(page, await session.chainOf(page, 'eip155'))
    return { type: smartAccount === null ? 'eoa' : 'smartAccount', address }
  }

/**
 * Returns the user's smart account on the page's current chain, and whether it is deployed: its first operation deploys it,
 * with the user's confirmation. NOT_ENABLED where there is none.
 */
export const initSmartAccount: Handler<'INIT_SMART_ACCOUNT'> =
  ({ session, smartAccounts }) =>
  async (_, { context: page }) => {
    const { address: owner } = await session.caller(page)
    const chainId = await session.chainOf(page, 'eip155')
    const account = await smartAccounts.on(chainId, owner)
    if (account === null) throw new AppError('NOT_ENABLED')
    return { address: account.address, isDeployed: await smartAccounts.isDeployed(chainId, account) }
  }

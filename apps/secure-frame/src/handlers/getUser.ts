import { networkOf } from '../chain/networkOf.ts'
import { within } from '../session/within.ts'
import type { Handler } from './HandlerDeps.ts'
import { userOn } from './userOn.ts'

/** How long a network may take to say whether a smart account is deployed, in milliseconds: a page waits for its address. */
const deployedPatienceMs = 1_000

/**
 * The signed-in person's account on the chain the page asks for, which becomes the one of its namespace: asking about
 * Solana leaves Ethereum as it is, and the other way round. A chain that is not served is an error and changes nothing.
 */
export const getUser: Handler<'GET_USER'> =
  (deps) =>
  async (payload, { context: page }) => {
    const { session, smartAccounts } = deps
    const network = networkOf(payload?.chainId ?? (await session.chainOf(page)))
    const user = await userOn(deps, page, network, payload)
    if (network.chainNamespace !== 'eip155') return user
    const { caipNetworkId } = network
    const smart = await smartAccounts.on(caipNetworkId, (await session.caller(page)).address)
    const asked = smart !== null && within(deployedPatienceMs, smartAccounts.isDeployed(caipNetworkId, smart))
    // What the network does not say in time is as good as no: the account is asked about again before anything is sent.
    const smartAccountDeployed = await Promise.resolve(asked).catch(() => false)
    return { ...user, smartAccountDeployed }
  }

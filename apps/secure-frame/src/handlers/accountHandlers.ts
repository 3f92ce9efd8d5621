import { AppError } from '@latchkey/protocol'
import { networkOf } from '../chain/networkOf.ts'
import { within } from '../session/within.ts'
import { getUserOnChain } from './getUserOnChain.ts'
import type { Handler } from './HandlerDeps.ts'

/** Whether this page has a signed-in person; if so the wallet is unlocked ahead of the first signature. */
export const isConnected: Handler<'IS_CONNECTED'> =
  ({ session, approvals }) =>
  async (_, { context: page }) => {
    const connected = await session.isConnected(page)
    if (connected) {
      // A failure shows when something is to be signed, with words and a way to try again.
      void session
        .caller(page)
        .then(session.unlock)
        .catch(() => undefined)
      approvals.preload('eip155')
    }
    return { isConnected: connected }
  }

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
    const user = await getUserOnChain(deps, page, network, payload)
    if (network.chainNamespace !== 'eip155') return user
    const { caipNetworkId } = network
    const smart = await smartAccounts.on(caipNetworkId, (await session.caller(page)).address)
    const asked = smart !== null && within(deployedPatienceMs, smartAccounts.isDeployed(caipNetworkId, smart))
    // What the network does not say in time is as good as no: the account is asked about again before anything is sent.
    const smartAccountDeployed = await Promise.resolve(asked).catch(() => false)
    return { ...user, smartAccountDeployed }
  }

/** A token for the page's server, as `giveIdToken` gives it. Profile 4 has none. */
export const getIdToken: Handler<'GET_ID_TOKEN'> = (deps) => async (payload, call) => {
  if (call.context.profile !== 5) throw new AppError('NOT_ENABLED')
  const { giveIdToken } = await import('./wallet/giveIdToken.ts')
  return await giveIdToken(deps)(payload, call)
}

/** What the person's smart account has let this page do, on every network; what it let others do is nobody's business here. */
export const listPermissions: Handler<'LIST_PERMISSIONS'> =
  (deps) =>
  async (_, { context: page }) => {
    const { permissionsOfPage } = await import('./permissionsOfPage.ts')
    return await permissionsOfPage(deps, page)
  }

/** Gives the page's project the verified address of the account, which the page has from `GET_USER` already. */
export const shareEmail: Handler<'SHARE_EMAIL'> =
  ({ session }) =>
  async ({ purpose }, { context: page }) => {
    const caller = await session.caller(page)
    const account = `eip155:1:${caller.address}`
    await session.call(caller, 'shareEmail', {
      projectId: caller.projectId,
      dappOrigin: caller.origin,
      account,
      purpose,
    })
  }

/** Forget this person here and end their session. Answers within three seconds whether or not the service can be reached. */
export const signOut: Handler<'SIGN_OUT'> =
  ({ session }) =>
  async (_, { context: page }) => {
    await session.signOut(page)
    return undefined
  }

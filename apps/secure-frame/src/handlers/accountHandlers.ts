import { AppError } from '@latchkey/protocol'
import { networkOf } from '../chain/networkOf.ts'
import { within } from '../session/within.ts'
import { getUserOnChain } from './getUserOnChain.ts'
import type { Handler } from './HandlerDeps.ts'

/** Returns whether this page has a signed-in user; if so, the wallet is unlocked ahead of the first signature. */
export const isConnected: Handler<'IS_CONNECTED'> =
  ({ session, approvals }) =>
  async (_, { context: page }) => {
    const connected = await session.isConnected(page)
    if (connected) {
      // A failure shows at the next signature, with a message and a retry.
      void session
        .caller(page)
        .then(session.unlock)
        .catch(() => undefined)
      approvals.preload('eip155')
    }
    return { isConnected: connected }
  }

/** The time limit for reading whether a smart account is deployed, in milliseconds: a page waits for its address. */
const deployedTimeoutMs = 1_000

/**
 * Returns the signed-in user's account on the requested chain, which becomes the chain of its namespace: requests for
 * Solana leave Ethereum as it is, and vice versa. A chain that is not served is an error and changes nothing.
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
    const asked = smart !== null && within(deployedTimeoutMs, smartAccounts.isDeployed(caipNetworkId, smart))
    // No answer in time counts as no: the deployment is read again before anything is sent.
    const smartAccountDeployed = await Promise.resolve(asked).catch(() => false)
    return { ...user, smartAccountDeployed }
  }

/** Returns a token for the page's server, as `giveIdToken`. Profile 4 has none. */
export const getIdToken: Handler<'GET_ID_TOKEN'> = (deps) => async (payload, call) => {
  if (call.context.profile !== 5) throw new AppError('NOT_ENABLED')
  const { giveIdToken } = await import('./wallet/giveIdToken.ts')
  return await giveIdToken(deps)(payload, call)
}

/** Returns the permissions that the user's smart account has granted to this page, on every network; those of others stay private. */
export const listPermissions: Handler<'LIST_PERMISSIONS'> =
  (deps) =>
  async (_, { context: page }) => {
    const { permissionsOfPage } = await import('./permissionsOfPage.ts')
    return await permissionsOfPage(deps, page)
  }

/** Shares the account's verified address with the page's project; the page has it from `GET_USER` already. */
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

/** Deletes this user's data here and ends their session. Answers within three seconds even if the service can't be reached. */
export const signOut: Handler<'SIGN_OUT'> =
  ({ session }) =>
  async (_, { context: page }) => {
    await session.signOut(page)
    return undefined
  }

import type { IdTokenScope } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Page } from '../../boundary/Page.ts'
import { networkOf } from '../../chain/networkOf.ts'
import type { Caller } from '../../session/Caller.ts'
import type { Handler, HandlerDeps } from '../HandlerDeps.ts'

/**
 * A token for the page's server. What a scope adds is given once the user has agreed to it on this page, and they are asked where the page
 * shows the wallet.
 */
export const giveIdToken: Handler<'GET_ID_TOKEN'> =
  (deps) =>
  async ({ scopes: listed, nonce, isShown = false }, { id, context: page, signal }) => {
    const { session } = deps
    const caller = await session.caller(page)
    const scopes = [...new Set(listed)]
    if (!(await session.letsKnow(caller, scopes))) {
      if (!isShown) throw new AppError('CONTINUE_IN_WALLET')
      await agree(deps, page, { id, caller, scopes, signal })
    }
    const { projectId, origin } = caller
    return await session.call(caller, 'issueIdToken', {
      projectId,
      origin,
      scopes,
      ...(nonce !== undefined && { nonce }),
    })
  }

type Agreeing = { id: string; caller: Caller; scopes: IdTokenScope[]; signal: AbortSignal }

async function agree(
  { session, approvals, surface }: HandlerDeps,
  page: Page,
  { id, caller, scopes, signal }: Agreeing,
): Promise<void> {
  const [chainId, email, wallet] = await Promise.all([
    session.chainOf(page),
    session.email(caller),
    session.wallet(caller),
  ])
  const addresses = [...wallet.addresses.eip155, ...wallet.addresses.solana]
  const asking = { caller, network: networkOf(chainId), claim: surface.state().claim }
  await approvals.ask({ id, method: 'letKnow', params: { scopes, email, addresses }, asking, signal })
  await session.letKnow(caller, scopes)
}

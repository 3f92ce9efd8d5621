import { AppError } from '@latchkey/protocol'
import { readClaims } from '../../approvals/scopedClaims.ts'
import { networkOf } from '../../chain/networkOf.ts'
import type { Handler } from '../HandlerDeps.ts'

/** The maximum age of a token after the user has viewed it, in milliseconds; then it is issued again. It is valid for ten minutes. */
const maxAgeMs = 5 * 60_000

/**
 * Returns an ID token for the page's server. The user is asked about new scopes once for each page, if it shows the wallet, and sees the
 * token's claims. If the token has to be issued again and its claims have changed, the user is asked again.
 */
export const giveIdToken: Handler<'GET_ID_TOKEN'> =
  ({ session, approvals, surface }) =>
  async ({ scopes: listed, nonce, isShown = false }, { id, context: page, signal }) => {
    const caller = await session.caller(page)
    const { projectId, origin } = caller
    const scopes = [...new Set(listed)]
    const isAgreed = await session.letsKnow(caller, scopes)
    if (!isAgreed && !isShown) throw new AppError('CONTINUE_IN_WALLET')
    const issue = () =>
      session.call(caller, 'issueIdToken', { projectId, origin, scopes, ...(nonce !== undefined && { nonce }) })
    let issued = await issue()
    if (isAgreed) return issued

    const requestContext = { caller, network: networkOf(await session.chainOf(page)), claim: surface.state().claim }
    const ask = async (idToken: string) => {
      // By this device's clock only: the server's may differ.
      const askedAt = Date.now()
      await approvals.ask({ id, method: 'letKnow', params: { scopes, idToken }, requestContext, signal })
      return Date.now() - askedAt
    }
    while ((await ask(issued.idToken)) > maxAgeMs) {
      const shown = issued
      issued = await issue()
      if (claimsOf(issued) === claimsOf(shown)) break
    }
    await session.letKnow(caller, scopes)
    return issued
  }

const claimsOf = ({ idToken }: { idToken: string }): string => JSON.stringify(readClaims(idToken))

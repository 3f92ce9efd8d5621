import { AppError, type Client, isAppError, type Result } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { IdToken, IdTokenRequest } from '../../Modal.ts'
import { decideAtom } from '../../state/approve.ts'
import { heldAtom, inUse } from '../../state/held.ts'
import { activeNamespaceAtom } from '../../state/networks.ts'
import { askWallet } from '../../state/wallet.ts'

type Scope = 'wallets' | 'email'
type Asked = { scopes: Scope[]; nonce?: string }

const knownScopes: readonly Scope[] = ['wallets', 'email']

const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

/** A page may pass anything. Throws INVALID_PARAMS (`details.field`). */
function parseRequest(request: IdTokenRequest | undefined): Asked {
  const { scopes = [], nonce } = Object(request) as IdTokenRequest
  if (!Array.isArray(scopes) || !scopes.every((scope) => knownScopes.includes(scope))) return refuse('scopes')
  if (nonce === undefined) return { scopes: knownScopes.filter((scope) => scopes.includes(scope)) }
  if (typeof nonce !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(nonce)) return refuse('nonce')
  return { scopes: knownScopes.filter((scope) => scopes.includes(scope)), nonce }
}

const toToken = ({ idToken, expiresAt }: Result<'GET_ID_TOKEN'>): IdToken => ({
  idToken,
  expiresAtMs: expiresAt * 1000,
})

/** Returns a token of the embedded wallet's user, who is asked about scopes that they haven't agreed to. Throws as `Modal.getIdToken` says. */
export const getIdTokenAtom = atom(null, async (get, set, request?: IdTokenRequest): Promise<IdToken> => {
  const asked = parseRequest(request)
  const held = inUse(get(heldAtom), get(activeNamespaceAtom))
  if (held === undefined) throw new AppError('UNAUTHORIZED')
  if (held.connector.type !== 'auth') throw new AppError('NOT_ENABLED')
  try {
    return toToken(await askWallet(get, set, 'GET_ID_TOKEN', asked))
  } catch (error) {
    if (!isAppError(error, 'CONTINUE_IN_WALLET')) throw error
  }
  const ask = (client: Client, signal: AbortSignal) =>
    client.request('GET_ID_TOKEN', { ...asked, isShown: true }, { signal })
  const answer = await set(decideAtom, { title: 'signIn', request: 'GET_ID_TOKEN', ask })
  return toToken(answer as Result<'GET_ID_TOKEN'>)
})

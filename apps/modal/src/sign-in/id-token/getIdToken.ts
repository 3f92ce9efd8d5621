import { AppError, type Client, isAppError, type Result } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { loadPart } from '../../loadPart.ts'
import type { IdToken, IdTokenRequest } from '../../Modal.ts'
import { servicesAtom } from '../../services.ts'
import { decideAtom } from '../../state/approve.ts'
import { activeSession, connectedSessionsAtom } from '../../state/connectedSessions.ts'
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
  const { scopes = [], nonce, walletProof = false } = Object(request) as IdTokenRequest
  if (!Array.isArray(scopes) || !scopes.every((scope) => knownScopes.includes(scope))) return refuse('scopes')
  if (typeof walletProof !== 'boolean') return refuse('walletProof')
  if (nonce !== undefined && (typeof nonce !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(nonce))) return refuse('nonce')
  // The same nonce is part of a sign-in message, which has this format.
  if (walletProof && !/^[a-zA-Z0-9]{8,255}$/.test(nonce ?? '')) return refuse('nonce')
  return {
    scopes: knownScopes.filter((scope) => scopes.includes(scope) || (walletProof && scope === 'wallets')),
    ...(nonce !== undefined && { nonce }),
  }
}

const toToken = ({ idToken, expiresAt }: Result<'GET_ID_TOKEN'>): IdToken => ({
  idToken,
  expiresAtMs: expiresAt * 1000,
})

/** Returns a token of the embedded wallet's user, who is asked about scopes that they haven't agreed to. */
async function tokenOfWallet(get: Getter, set: Setter, asked: Asked): Promise<IdToken> {
  try {
    return toToken(await askWallet(get, set, 'GET_ID_TOKEN', asked))
  } catch (error) {
    if (!isAppError(error, 'CONTINUE_IN_WALLET')) throw error
  }
  const ask = (client: Client, signal: AbortSignal) =>
    client.request('GET_ID_TOKEN', { ...asked, isShown: true }, { signal })
  const answer = await set(decideAtom, { title: 'signIn', request: 'GET_ID_TOKEN', ask })
  return toToken(answer as Result<'GET_ID_TOKEN'>)
}

/** Returns a token of the active account, and with `walletProof` its wallet's signature for it. Throws as `Modal.getIdToken` does. */
export const getIdTokenAtom = atom(null, async (get, set, request?: IdTokenRequest): Promise<IdToken> => {
  const asked = parseRequest(request)
  const namespace = get(activeNamespaceAtom)
  const held = activeSession(get(connectedSessionsAtom), namespace)
  if (held === undefined) throw new AppError('UNAUTHORIZED')
  const { session, address, connector } = held
  const target = { namespace, network: session.network, address, connectorId: connector.id }
  const token =
    connector.type === 'auth'
      ? await tokenOfWallet(get, set, asked)
      : await get(servicesAtom).proof?.getIdToken(get, set, target, asked)
  if (token === undefined) throw new AppError('NOT_ENABLED')
  if (request?.walletProof !== true || asked.nonce === undefined) return token
  const { proveToken } = await loadPart(import('../session-proof/proveToken.ts'))
  return { ...token, walletProof: await proveToken(get, target, token.idToken, asked.nonce) }
})

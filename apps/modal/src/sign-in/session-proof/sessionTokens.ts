import { AppError } from '@latchkey/protocol'
import type { Getter, Setter } from 'jotai/vanilla'
import type { IdToken } from '../../Modal.ts'
import { servicesAtom } from '../../services.ts'
import { loadApi } from './backend.ts'
import { readSessions, writeSessions } from './keptSessions.ts'
import type { ProofTarget } from './ProofTarget.ts'
import { forgetProofAtom } from './prove.ts'

/**
 * Returns a token from the active account's session at the api. A session that the api no longer has is removed. Throws as
 * `Modal.getIdToken` does.
 */
export async function tokenOfSession(
  get: Getter,
  set: Setter,
  target: ProofTarget,
  asked: { scopes: ('wallets' | 'email')[]; nonce?: string },
): Promise<IdToken> {
  const { settings, storage, clock } = get(servicesAtom)
  if (settings.siwx === undefined || 'addSession' in settings.siwx) throw new AppError('NOT_ENABLED')
  const isOwn = ({ data }: { data: { chainId: string; accountAddress: string } }): boolean =>
    data.chainId === target.network && data.accountAddress === target.address
  const session = readSessions(storage, clock.now()).find(isOwn)
  if (session === undefined) throw new AppError('SIWX_SESSION_INVALID')
  try {
    const api = await loadApi(get)
    return await api.getIdToken({ token: session.token, ...asked })
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (error.name === 'SIWX_SESSION_INVALID') {
      const kept = readSessions(storage, clock.now())
      writeSessions(
        storage,
        kept.filter(({ token }) => token !== session.token),
      )
      void set(forgetProofAtom)
    }
    throw error
  }
}

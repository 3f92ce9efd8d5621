import type { ModalStorage } from '../../storage.ts'
import { isNetworkId } from '../../storedConnections.ts'
import type { SignInData, SignInSession } from './SessionProof.ts'

/** A session at the api. The token lets this origin have ID tokens for the account, and nothing else. */
export type KeptSession = SignInSession & {
  readonly token: string
  readonly expiresAtMs: number
}

const maxSessions = 16

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 10_000

const isData = (value: unknown): value is SignInData => {
  if (typeof value !== 'object' || value === null) return false
  const { accountAddress, chainId, domain, uri, version, nonce } = value as Record<string, unknown>
  return isNetworkId(chainId) && [accountAddress, domain, uri, version, nonce].every(isText)
}

const isSession = (value: unknown): value is KeptSession => {
  if (typeof value !== 'object' || value === null) return false
  const { data, message, signature, token, expiresAtMs } = value as Record<string, unknown>
  return isData(data) && [message, signature, token].every(isText) && typeof expiresAtMs === 'number'
}

/** The sessions that are stored and not over, the last first. */
export const readSessions = (storage: ModalStorage, nowMs: number): readonly KeptSession[] => {
  try {
    const kept: unknown = JSON.parse(storage.read('sign-in-sessions') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSession).filter(({ expiresAtMs }) => expiresAtMs > nowMs) : []
  } catch {
    return []
  }
}

export const writeSessions = (storage: ModalStorage, sessions: readonly KeptSession[]): void => {
  if (sessions.length === 0) storage.remove('sign-in-sessions')
  else storage.write('sign-in-sessions', JSON.stringify(sessions.slice(0, maxSessions)))
}

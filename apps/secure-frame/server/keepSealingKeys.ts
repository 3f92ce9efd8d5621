import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthorityKeys, createApiClient, endpoints } from '@latchkey/api-client'
import type { FrameAddresses } from '@latchkey/document-server'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SealingKeys } from '@latchkey/vault/server'
import type { FrameLog } from './FrameLog.ts'
import { type LastKnownKeys, lastKnownKeys } from './lastKnownKeys.ts'

/** The time limit of one response of a service, in milliseconds. */
const answerMs = 5_000
/** The time to retry an unreachable service while its key is not known, in milliseconds. The page around the wallet waits 20 s. */
const outageMs = 12_000
const pauseMs = 500
/** The time between reads of a known key, in milliseconds. */
const usualLifeMs = 60_000

const { apiKeys, custodyKeys } = endpoints

export type SealingKeyOptions = {
  log: FrameLog
  /** The folder that keeps the last responses for the next start. Default: none. */
  folder?: string | undefined
  /** The time to retry an unreachable service, in milliseconds. */
  outageLimitMs?: number
  lifeMs?: number
  now?: () => number
  /** Stops the reads. */
  signal?: AbortSignal
}

/**
 * Keeps the keys that the vault seals to. Each authority's key is read when a document needs it, and every minute even without requests, so
 * that no announcement is missed. The last keys stay in use while an authority is offline, also after a restart with `folder`: signing
 * needs the API, but not custody. Another key counts only if the authority announced it together with the known one; others are an error in
 * the log, and need a restart of this server while the authority answers.
 */
export const keepSealingKeys = (
  { apiUrl, custodyUrl }: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>,
  { log, folder, outageLimitMs = outageMs, lifeMs = usualLifeMs, now = Date.now, signal }: SealingKeyOptions,
): SealingKeys => {
  const client = createApiClient({ endpoints: { apiKeys, custodyKeys }, apiUrl, custodyUrl, projectId: '' })
  const once = () => ({ idempotent: false, signal: AbortSignal.timeout(answerMs) })
  const keep = (authority: AuthorityKeys['authority'], name: 'apiKeys' | 'custodyKeys') =>
    keepKey(authority, () => client.call(name, {}, once()), {
      log,
      lastKnown: lastKnownKeys(authority, folder),
      outageLimitMs,
      lifeMs,
      now,
    })
  const [api, custody] = [keep('api', 'apiKeys'), keep('custody', 'custodyKeys')]
  const read: SealingKeys = async () => {
    const [apiHpkePublicKey, custodyHpkePublicKey] = await Promise.all([api(), custody()])
    // Both halves of a wallet must never be sealed to the same key.
    if (apiHpkePublicKey === custodyHpkePublicKey) throw new AppError('INTERNAL')
    return { apiHpkePublicKey, custodyHpkePublicKey }
  }
  const timer = setInterval(() => void read().catch(() => {}), lifeMs / 2).unref()
  signal?.addEventListener('abort', () => clearInterval(timer), { once: true })
  return read
}

type KeepKeyOptions = Required<Omit<SealingKeyOptions, 'signal' | 'folder'>> & { lastKnown: LastKnownKeys }

const keepKey = (
  authority: AuthorityKeys['authority'],
  ask: () => Promise<AuthorityKeys>,
  { log, lastKnown, outageLimitMs, lifeMs, now }: KeepKeyOptions,
): (() => Promise<string>) => {
  let kept: { key: string; accepted: ReadonlySet<string>; askedAt: number } | null = null
  let pending: Promise<string> | null = null
  let complaint: string | null = null
  const complain = (event: string | null): void => {
    if (event !== null && event !== complaint) log('error', event, { authority })
    complaint = event
  }

  const take = (answer: AuthorityKeys): string => {
    const { hpkePublicKey: key, announcedHpkeKeys = [] } = answer
    // Shares must never be sealed to the wrong authority.
    if (answer.authority !== authority) throw new AppError('INTERNAL')
    if (kept !== null && !kept.accepted.has(key)) {
      complain('a key was not announced')
      return kept.key
    }
    kept = { key, accepted: new Set([key, ...announcedHpkeKeys]), askedAt: now() }
    complain(null)
    return key
  }
  let cannotKeep = false
  const note = (keys: AuthorityKeys): void => {
    lastKnown.write(keys).catch(() => {
      if (!cannotKeep) log('error', 'keys cannot be kept', { authority })
      cannotKeep = true
    })
  }
  const first = async (): Promise<string> => {
    const known = await lastKnown.read()
    try {
      // With earlier keys, this doesn't wait for an offline service.
      return takeAndNote(await throughOutages(ask, known === null ? outageLimitMs : 0))
    } catch (error) {
      if (known === null || !isAway(error)) throw error
      log('error', 'keys of before are used', { authority })
      return take(known)
    }
  }
  const takeAndNote = (answer: AuthorityKeys): string => {
    const key = take(answer)
    if (key === answer.hpkePublicKey) note(answer)
    return key
  }
  const read = (): Promise<string> => {
    pending ??= (kept === null ? first() : ask().then(takeAndNote)).finally(() => {
      pending = null
    })
    return pending
  }
  return async () => {
    if (kept === null) return read()
    if (now() - kept.askedAt >= lifeMs) {
      kept.askedAt = now()
      read().catch(() => complain('keys cannot be read'))
    }
    return kept.key
  }
}

const isAway = (error: unknown): boolean => isAppError(error, 'SERVICE_UNREACHABLE') || isAppError(error, 'ABORTED')

/**
 * Retries a service that restarts until it answers: a document that shows "not available" would stay in the page until the
 * user tries again.
 */
const throughOutages = async <answer>(ask: () => Promise<answer>, limitMs: number): Promise<answer> => {
  const end = Date.now() + limitMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isAway(error) || Date.now() >= end) throw error
      await sleep(pauseMs)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthorityKeys, createApiClient, endpoints } from '@latchkey/api-client'
import type { FrameAddresses } from '@latchkey/document-server'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SealingKeys } from '@latchkey/vault/server'
import type { FrameLog } from './FrameLog.ts'
import { type LastKnownKeys, lastKnownKeys } from './lastKnownKeys.ts'

/** How long one answer of a service may take, in milliseconds. */
const answerMs = 5_000
/** How long a service that cannot be reached is asked again, while its key is not known. The page around the wallet waits 20 s. In milliseconds. */
const outageMs = 12_000
const pauseMs = 500
/** Between two questions for a key that is known, in milliseconds. */
const usualLifeMs = 60_000

const { apiKeys, custodyKeys } = endpoints

export type SealingKeyOptions = {
  log: FrameLog
  /** Where the last answers are kept for the next start. Default: nowhere. */
  folder?: string | undefined
  /** How long a service that cannot be reached is asked again, in milliseconds. */
  outageLimitMs?: number
  lifeMs?: number
  now?: () => number
  /** Ends the questions. */
  signal?: AbortSignal
}

/**
 * The keys that the vault seals to. Each authority is asked for its own when a document needs it, and every minute, visitors or
 * none: an announcement must not be missed. The last ones stand while an authority is away, also over a restart with `folder`: signing needs the
 * api, and no custody. Another key counts only if the authority announced it beside the one that is known; others are an error in the log, and need
 * a restart of this server while the authority answers.
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
    // Both halves of a wallet must never be sealed to one and the same.
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
  let requestContext: Promise<string> | null = null
  let complaint: string | null = null
  const complain = (event: string | null): void => {
    if (event !== null && event !== complaint) log('error', event, { authority })
    complaint = event
  }

  const take = (answer: AuthorityKeys): string => {
    const { hpkePublicKey: key, announcedHpkeKeys = [] } = answer
    // Shares must never be sealed to the wrong one.
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
      // Who has keys of before doesn't wait for a service that is away.
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
    requestContext ??= (kept === null ? first() : ask().then(takeAndNote)).finally(() => {
      requestContext = null
    })
    return requestContext
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
 * A service that restarts is asked again until it answers: a document that says "not available" stays in the visitor's
 * page until they try again by hand.
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

import { encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock.ts'
import type { Kms } from '../kms/kms.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import { type LimitName, limitTable } from '../limits/limitTable.ts'
import { mailboxOf } from './mailboxOf.ts'
import { networkOf, networksOf, providerOf } from './networkOf.ts'
import type { RateLimitStore } from './RateLimitStore.ts'

/** Counts uses of limits over all processes that share the store. */
export type RateLimiter = {
  /**
   * Counts `count` uses of a limit for the caller's network, or for its user or project where the table says so. Throws RATE_LIMITED
   * `{ seconds }`, TOO_LARGE for more than the whole limit, SERVICE_UNAVAILABLE; what is refused is not counted.
   */
  take(name: LimitName, caller: RatedCaller, count?: number): Promise<void>
  /**
   * Counts `count` uses more, after the first of them (`counted`, default 1) were counted. What is refused is counted too, and uses up all
   * that is left: it was read already. Throws as `take`.
   */
  takeRest(name: LimitName, caller: RatedCaller, count: number, counted?: number): Promise<void>
  /** Throws as `take` would, or when no more than `percent` is left, and counts nothing. */
  requireLeft(name: LimitName, caller: RatedCaller, percent?: number): Promise<void>
  /** Whether no more than `percent` of a limit is left. Counts nothing. Throws SERVICE_UNAVAILABLE. */
  isShort(name: LimitName, caller: RatedCaller, percent: number): Promise<boolean>
}

/**
 * `userId`: whose token the call has, for limits that are counted for users. `email`: a normal one that a mail is for, for those that are
 * counted for mailboxes.
 */
export type RatedCaller = LimitedCaller & { userId?: string; email?: string }

/** The limits and the store of their counters. `kms`: one key for all processes of the authority. */
export type RateLimiterOptions = {
  limits: Limits
  rateLimits: RateLimitStore
  kms: Pick<Kms, 'mac'>
  clock: Clock
  /** Counts apart from limiters with another name, over the same limits. */
  apart?: string
}

/** So many in the time of the limit, as many of them at once. */
export function createRateLimiter({ limits, rateLimits, kms, clock, apart }: RateLimiterOptions): RateLimiter {
  /** Null: no limit, or nobody that it could be counted for. */
  const find = async (name: LimitName, caller: RatedCaller) => {
    const found = limits.find(name, caller)
    const key = await keyOf(name, caller, kms)
    if (found === null || key === null) return null
    const scope = `${found.ownProject ? ` ${caller.projectId}` : ''}${apart === undefined ? '' : ` ${apart}`}`
    const wholeMs = (limitTable[name].withinSeconds ?? 0) * 1000
    return { key: `${name} ${key}${scope}`, max: found.max, wholeMs, nowMs: clock.now().getTime() }
  }
  /** Why there is not enough; null when there was, and so much is used now. `useLeft` uses what there is of it. */
  const use = async (name: LimitName, caller: RatedCaller, count: number, counted = 0) => {
    const found = await find(name, caller)
    if (found === null) return { refusal: null, useLeft: async () => {} }
    const { key, max, wholeMs, nowMs } = found
    // Never enough for more than the whole limit, less what was counted of the same.
    const isTooMany = count + counted > max
    const costMs = toMicroseconds((Math.min(count, Math.max(0, max - counted)) * wholeMs) / max)
    const part = { costMs, wholeMs, nowMs }
    const waitMs = await (isTooMany ? rateLimits.wait(key, part) : rateLimits.use(key, part))
    const useLeft = () => rateLimits.use(key, { ...part, costMs: Math.max(0, toMicroseconds(costMs - waitMs)) })
    return { refusal: isTooMany ? new AppError('TOO_LARGE') : refusalFor(waitMs), useLeft }
  }
  return {
    async take(name, caller, count = 1) {
      const { refusal } = await use(name, caller, count)
      if (refusal !== null) throw refusal
    },
    async takeRest(name, caller, count, counted = 1) {
      const { refusal, useLeft } = await use(name, caller, count, counted)
      if (refusal === null) return
      await useLeft()
      throw refusal
    },
    async requireLeft(name, caller, percent = 0) {
      const found = await find(name, caller)
      if (found === null) return
      const { key, max, wholeMs, nowMs } = found
      const costMs = Math.max(toMicroseconds(wholeMs / max), percent === 0 ? 0 : costOf(wholeMs, percent))
      const refusal = refusalFor(await rateLimits.wait(key, { costMs, wholeMs, nowMs }))
      if (refusal !== null) throw refusal
    },
    async isShort(name, caller, percent) {
      const found = await find(name, caller)
      if (found === null) return false
      const { key, wholeMs, nowMs } = found
      return (await rateLimits.wait(key, { costMs: costOf(wholeMs, percent), wholeMs, nowMs })) > 0
    },
  }
}

/** Down to whole microseconds: up to 60 million a minute, so many are as many, and no sum of them is more than the whole. */
const toMicroseconds = (ms: number): number => Math.floor(ms * 1_000) / 1_000

/** What can be used while more than `percent` is left. */
const costOf = (wholeMs: number, percent: number): number => Math.ceil((wholeMs * percent) / 100) + 1

const refusalFor = (waitMs: number): AppError | null =>
  waitMs > 0 ? new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } }) : null

/** Null: the call names no one to count it for. */
async function keyOf(
  name: LimitName,
  { ipAddress, projectId, userId, email }: RatedCaller,
  kms: Pick<Kms, 'mac'>,
): Promise<string | null> {
  const { countedFor, prefix } = limitTable[name]
  switch (countedFor) {
    case 'network':
      if (prefix === undefined) return networkOf(ipAddress)
      return prefix === 'provider' ? providerOf(ipAddress) : networksOf(ipAddress)[prefix]
    case 'mailbox':
      // Keyed, so that Redis and its backups don't reveal whether an address is in use.
      return email === undefined
        ? null
        : encodeBase64url(await kms.mac('mailbox', new TextEncoder().encode(mailboxOf(email))))
    case 'user':
      return userId ?? null
    case 'project':
      return projectId
    case 'all':
      return 'all'
    case 'email':
      return null
  }
}

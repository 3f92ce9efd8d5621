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
   * Counts `count` uses of a limit for the caller's network, or for its user or project if the table says so. Throws RATE_LIMITED `{
   * seconds }`, TOO_LARGE for more than the whole limit, SERVICE_UNAVAILABLE; a rejected use isn't counted.
   */
  take(name: LimitName, caller: RatedCaller, count?: number): Promise<void>
  /**
   * Counts `count` more uses, after the first of them (`counted`, default 1) were counted. A rejected use is counted too, and uses up all
   * that is left: it was read already. Throws like `take`.
   */
  takeRest(name: LimitName, caller: RatedCaller, count: number, counted?: number): Promise<void>
  /** Throws like `take` would, or when at most `percent` is left. Counts nothing. */
  requireLeft(name: LimitName, caller: RatedCaller, percent?: number): Promise<void>
  /** Returns whether at most `percent` of a limit is left. Counts nothing. Throws SERVICE_UNAVAILABLE. */
  isShort(name: LimitName, caller: RatedCaller, percent: number): Promise<boolean>
}

/** `userId`: the user of the call's token, for limits per user. `email`: the normalized recipient of a mail, for limits per mailbox. */
export type RatedCaller = LimitedCaller & { userId?: string; email?: string }

/** The limits and the store of their counters. `kms`: one key for all processes of the authority. */
export type RateLimiterOptions = {
  limits: Limits
  rateLimits: RateLimitStore
  kms: Pick<Kms, 'mac'>
  clock: Clock
  /** Counts separately from limiters with another name, over the same limits. */
  apart?: string
}

/** Creates a rate limiter. A limit's full number may be used within its window, or all at once. */
export function createRateLimiter({ limits, rateLimits, kms, clock, apart }: RateLimiterOptions): RateLimiter {
  /** Null: no limit, or the call lacks the subject to count it for. */
  const find = async (name: LimitName, caller: RatedCaller) => {
    const found = limits.find(name, caller)
    const key = await keyOf(name, caller, kms)
    if (found === null || key === null) return null
    const scope = `${found.ownProject ? ` ${caller.projectId}` : ''}${apart === undefined ? '' : ` ${apart}`}`
    const wholeMs = (limitTable[name].withinSeconds ?? 0) * 1000
    return { key: `${name} ${key}${scope}`, max: found.max, wholeMs, nowMs: clock.now().getTime() }
  }
  /** Returns why there isn't enough; null when there was, and it has been used. `useLeft` uses whatever is left. */
  const use = async (name: LimitName, caller: RatedCaller, count: number, counted = 0) => {
    const found = await find(name, caller)
    if (found === null) return { refusal: null, useLeft: async () => {} }
    const { key, max, wholeMs, nowMs } = found
    // Never enough for more than the whole limit, minus what was counted of the same call.
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

/** Rounds down to whole microseconds. Up to 60 million per minute stay distinct, and their sum never exceeds the whole. */
const toMicroseconds = (ms: number): number => Math.floor(ms * 1_000) / 1_000

/** Returns what can be used while more than `percent` is left. */
const costOf = (wholeMs: number, percent: number): number => Math.ceil((wholeMs * percent) / 100) + 1

const refusalFor = (waitMs: number): AppError | null =>
  waitMs > 0 ? new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } }) : null

/** Returns the key of a bucket; null when the call lacks the subject to count it for. */
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

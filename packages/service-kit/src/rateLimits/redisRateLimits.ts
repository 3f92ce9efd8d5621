import type { Authority } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { Redis } from 'ioredis'
import { createDependency, DependencyAway } from '../dependencies/createDependency.ts'
import type { Log } from '../log.ts'
import type { RateLimitStore } from './RateLimitStore.ts'

/** Without an answer in this time Redis counts as away, in milliseconds. */
const timeoutMs = 1_000

/** As `memoryAllowances.ts`, in one step that no other process comes between. Keys go when the allowance is whole again. */
const script = `
local costMs, wholeMs, nowMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local nextMs = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), nowMs) + costMs
local waitMs = nextMs - nowMs - wholeMs
if waitMs > 0 then return math.ceil(waitMs) end
if ARGV[4] == 'look' then return 0 end
redis.call('SET', KEYS[1], string.format('%.3f', nextMs), 'PX', string.format('%.0f', math.max(1, math.ceil(nextMs - nowMs))))
return 0
`

/**
 * Adds a member to a set, which is a string of members of one length: nothing else is as small, and its login needs no other right. Returns 1
 * when the set had it not.
 */
const rememberScript = `
local members, member = redis.call('GET', KEYS[1]) or '', ARGV[1]
for first = 1, #members, #member do
  if string.sub(members, first, first + #member - 1) == member then return 0 end
end
redis.call('SET', KEYS[1], members .. member, 'PX', ARGV[2])
return 1
`

/** The Redis server that all processes of an authority share. */
export type RedisOptions = {
  /** redis:// or rediss://, with user and password. */
  url: string
  /** Keys of an authority start with `latchkey:<authority>:`, so that its login may be denied all others. */
  authority: Authority
  log: Log
}

/**
 * RateLimitStore that all processes of an authority share. Throws at the start when Redis cannot be used; while it is away
 * later, every use fails: calls without a pace would be worse than none. The first use after it is back works: a user who tries
 * again does so once.
 */
export async function openRedisRateLimits({ url, authority, log }: RedisOptions): Promise<RateLimitStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    keyPrefix: `latchkey:${authority}:`,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // What follows asks more than the check would.
    enableReadyCheck: false,
    // A call fails at once rather than wait for Redis to come back.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A look connects again: pauses of its own would outlast an absence of Redis.
    retryStrategy: () => null,
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason = error
  })
  redis.defineCommand('useAllowance', { numberOfKeys: 1, lua: script })
  redis.defineCommand('addMember', { numberOfKeys: 1, lua: rememberScript })
  type Command = (...of: (string | number | Buffer)[]) => Promise<number>
  const use = redis as Redis & Record<'useAllowance' | 'addMember', Command>
  try {
    await redis.connect()
    await use.useAllowance('start', 1, 1, 0)
  } catch (error) {
    redis.disconnect()
    const cause = reason ?? error
    throw new Error(`Redis cannot be used: check REDIS_URL, and what its login may do (${reasonOf(cause)})`, { cause })
  }
  let isClosed = false
  const look = async (): Promise<void> => {
    if (redis.status === 'end' && !isClosed) await redis.connect()
    await redis.ping()
  }
  const server = createDependency({
    name: 'redis',
    look,
    lostEvent: 'redis lost',
    backEvent: 'redis back',
    authority,
    log,
    looksWhenAsked: true,
  })
  redis.on('close', () => server.found(false, reason))
  const ask = async <answer>(work: () => Promise<answer>): Promise<answer> => {
    try {
      return await server.ask(work)
    } catch (cause) {
      if (!(cause instanceof DependencyAway)) void server.check()
      throw new AppError('SERVICE_UNAVAILABLE', { cause })
    }
  }
  return {
    use: (key, { costMs, wholeMs, nowMs }) => ask(() => use.useAllowance(key, costMs, wholeMs, nowMs)),
    wait: (key, { costMs, wholeMs, nowMs }) => ask(() => use.useAllowance(key, costMs, wholeMs, nowMs, 'look')),
    remember: async (set, member, lifeMs) =>
      (await ask(() => use.addMember(set, Buffer.from(member), Math.max(1, Math.ceil(lifeMs))))) === 1,
    check: server.check,
    async close() {
      isClosed = true
      server.close()
      redis.disconnect()
    },
  }
}

/** What Redis or the network says first, as `WRONGPASS` or `ECONNREFUSED`; nothing that could hold a password. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name
}

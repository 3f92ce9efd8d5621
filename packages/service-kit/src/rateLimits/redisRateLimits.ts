import type { Authority } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { Redis } from 'ioredis'
import { createDependency, DependencyAway } from '../dependencies/createDependency.ts'
import type { Log } from '../log.ts'
import type { RateLimitStore } from './RateLimitStore.ts'

/** Redis counts as unavailable when it doesn't respond within this time, in milliseconds. */
const timeoutMs = 1_000

/** Like `memoryRateLimits.ts`, as one atomic step. Keys expire when their bucket is full again. */
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
 * Adds a member to a set, stored as a string of fixed-length members: this takes the least space, and its login needs no other right.
 * Returns 1 if it was new.
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
  /** Keys of an authority start with `latchkey:<authority>:`, so that its login can be restricted to them. */
  authority: Authority
  log: Log
}

/**
 * Opens a store that all processes of an authority share. Throws at startup when Redis can't be used. While Redis is unavailable later,
 * every use fails: calls without rate limits would be worse than none. The first use after its recovery works, so a user retries only once.
 */
export async function openRedisRateLimits({ url, authority, log }: RedisOptions): Promise<RateLimitStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    keyPrefix: `latchkey:${authority}:`,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // The following commands check more than the ready check would.
    enableReadyCheck: false,
    // Calls fail at once instead of waiting for Redis to come back.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A probe reconnects: built-in retry delays would outlast an outage of Redis.
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

/**
 * Returns the first word of an error from Redis or the network, such as `WRONGPASS` or `ECONNREFUSED`; nothing that could contain a
 * password.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name
}

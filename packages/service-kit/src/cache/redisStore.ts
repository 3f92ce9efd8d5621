import { Redis } from 'ioredis'
import { describeCause, type Log } from '../log.ts'
import { type CacheStore, longestKept } from './cacheStore.ts'

/** After this time, requesting the data from a node is just as fast. */
const defaultTimeoutMs = 300
/** Time for which Redis is not used after a failure. */
const restMs = 5_000
const longestPauseMs = 1_000

/** The Redis server, and how long the store waits for it. */
export type RedisStoreOptions = {
  /** redis:// or rediss://, with user and password. */
  url: string
  log: Log
  /** Redis counts as unavailable when it doesn't respond within this time. */
  timeoutMs?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Opens a store that all api processes share. Keys start with `latchkey:api:cache:`. When Redis is unavailable, at startup or later, the
 * store counts as empty and retries after a while. The log records each outage and recovery.
 */
export async function openRedisStore({
  url,
  log,
  timeoutMs = defaultTimeoutMs,
  now = Date.now,
}: RedisStoreOptions): Promise<CacheStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    keyPrefix: 'latchkey:api:cache:',
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    enableReadyCheck: false,
    // Calls fail at once instead of waiting for Redis to come back.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(50 * tries, longestPauseMs),
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason = error
  })
  let isAway = false
  let restingUntil = 0

  /** Undefined when Redis is unavailable. */
  async function ask<answer>(work: () => Promise<answer>): Promise<answer | undefined> {
    if (now() < restingUntil) return undefined
    try {
      const answer = await work()
      if (isAway) log({ level: 'info', event: 'cache back', authority: 'api' })
      isAway = false
      return answer
    } catch (error) {
      // The key holds another type, from another writer. The next `put` overwrites it.
      if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return undefined
      restingUntil = now() + restMs
      if (!isAway) log({ level: 'error', event: 'cache lost', authority: 'api', cause: describeCause(reason ?? error) })
      isAway = true
      return undefined
    }
  }

  await ask(async () => {
    await redis.connect()
    await redis.get('start')
  })
  return {
    get: async (key) => (await ask(() => redis.get(key))) ?? undefined,
    async put(key, text, lifeMs) {
      if (text.length <= longestKept) await ask(() => redis.set(key, text, 'PX', Math.ceil(lifeMs)))
    },
    async close() {
      redis.disconnect()
    },
  }
}

import { Redis } from 'ioredis'
import { describeCause, type Log } from '../log.ts'
import { type CacheStore, longestKept } from './cacheStore.ts'

/** Longer, and whoever waits could as well ask a node. */
const defaultPatienceMs = 300
/** How long it is left alone then. */
const restMs = 5_000
const longestPauseMs = 1_000

/** The Redis server, and how long the store waits for it. */
export type RedisStoreOptions = {
  /** redis:// or rediss://, with user and password. */
  url: string
  log: Log
  /** Without an answer in this time Redis counts as away. */
  timeoutMs?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Texts that all processes of the api share. Keys start with `latchkey:api:cache:`. A Redis that is away, at the start or
 * later, is an empty one, and is asked again after a while; the log hears when it goes and when it comes.
 */
export async function openRedisStore({
  url,
  log,
  timeoutMs = defaultPatienceMs,
  now = Date.now,
}: RedisStoreOptions): Promise<CacheStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    keyPrefix: 'latchkey:api:cache:',
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    enableReadyCheck: false,
    // A call fails at once rather than wait for Redis to come back.
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

  /** Undefined when Redis is away. */
  async function ask<answer>(work: () => Promise<answer>): Promise<answer | undefined> {
    if (now() < restingUntil) return undefined
    try {
      const answer = await work()
      if (isAway) log({ level: 'info', event: 'cache back', authority: 'api' })
      isAway = false
      return answer
    } catch (error) {
      // Somebody else's, of another type. What is put there next takes its place.
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

import { createMemoryRateLimits } from './memoryRateLimits.ts'
import type { RateLimitStore } from './RateLimitStore.ts'
import { openRedisRateLimits, type RedisOptions } from './redisRateLimits.ts'

/** Opens the store in Redis if configured, else in this process. Throws when Redis can't be used. */
export const openRateLimits = async ({
  url,
  ...options
}: Omit<RedisOptions, 'url'> & { url?: string | undefined }): Promise<RateLimitStore> =>
  url === undefined ? createMemoryRateLimits() : openRedisRateLimits({ url, ...options })

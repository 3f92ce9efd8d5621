import type { Allowances } from './allowances.ts'
import { createMemoryAllowances } from './memoryAllowances.ts'
import { openRedisAllowances, type RedisOptions } from './redisAllowances.ts'

/** In Redis where there is one, else in this process. Throws when Redis cannot be used. */
export const openAllowances = async ({
  url,
  ...options
}: Omit<RedisOptions, 'url'> & { url?: string | undefined }): Promise<Allowances> =>
  url === undefined ? createMemoryAllowances() : openRedisAllowances({ url, ...options })

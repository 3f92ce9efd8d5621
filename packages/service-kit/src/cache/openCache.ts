import type { Log } from '../log.ts'
import type { Closable } from '../process/openAll.ts'
import type { SharedCache } from './cache.ts'
import { createSharedCache } from './createSharedCache.ts'
import { createMemoryStore } from './memoryStore.ts'
import { openRedisStore } from './redisStore.ts'

/** Opens the cache in Redis if configured, else in this process. */
export async function openCache({ url, log }: { url?: string | undefined; log: Log }): Promise<SharedCache & Closable> {
  const store = url === undefined ? createMemoryStore() : await openRedisStore({ url, log })
  return { ...createSharedCache(store), close: store.close }
}

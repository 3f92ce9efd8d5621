import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import type { SharedCache } from './cache.ts'

/** External failures that an immediate retry wouldn't fix. */
const keptFailures: readonly ErrorName[] = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE']
/** Shorter than a user takes to read the error and press "Try again". */
const failureMs = 3000

/**
 * Like `SharedCache.once`, but also caches a failure to reach chains or services, for 3 s. Repeated calls for unavailable data then cause
 * no further requests.
 */
export async function cacheWithFailures<value>(
  cache: SharedCache,
  key: string,
  lifeMs: number,
  parse: (kept: unknown) => value,
  work: () => Promise<value>,
): Promise<value> {
  return cache.once(key, lifeMs, parse, async () => {
    const failed = await cache.get(`${key}:failed`)
    const name = keptFailures.find((each) => each === failed)
    if (name !== undefined) throw new AppError(name)
    try {
      return await work()
    } catch (error) {
      const failure = keptFailures.find((each) => error instanceof AppError && error.name === each)
      if (failure !== undefined) await cache.put(`${key}:failed`, failure, failureMs)
      throw error
    }
  })
}

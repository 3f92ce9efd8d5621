import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import type { SharedCache } from './cache.ts'

/** Failures of others, which asking again at once would not mend. */
const keptFailures: readonly ErrorName[] = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE']
/** Shorter than a person takes to read what failed and press "Try again". */
const failureMs = 3000

/**
 * As `SharedCache.once`, and a failure to reach chains or services is kept too, for 3 s: whoever asks again and again for what
 * cannot be had makes us ask nobody.
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

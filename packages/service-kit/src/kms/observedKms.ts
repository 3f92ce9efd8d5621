import type { Authority } from '@latchkey/api-client'
import type { Log } from '../log.ts'
import type { Kms } from './kms.ts'

/** Wraps a key store and logs the duration of its calls at level `debug`. MACs are not measured: their keys are in memory. */
export function observedKms(kms: Kms, authority: Authority, log: Log): Kms {
  const timed = async <result>(operation: string, work: () => Promise<result>): Promise<result> => {
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      const result = await work()
      outcome = 'answered'
      return result
    } finally {
      const durationMs = performance.now() - startedAt
      log({ level: 'debug', event: 'key store asked', authority, operation, outcome, durationMs })
    }
  }
  return {
    ...kms,
    generateDataKey: (context) => timed('generateDataKey', () => kms.generateDataKey(context)),
    unwrap: (wrapped, context) => timed('unwrap', () => kms.unwrap(wrapped, context)),
    rewrap: (wrapped, context) => timed('rewrap', () => kms.rewrap(wrapped, context)),
  }
}

import { AppError } from '@latchkey/protocol/errors'
import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { asAltcha } from './asAltcha.ts'
import type { Challenge, Solution } from './challenge.ts'

/** A service that requires more rounds is after something other than a solution. */
const maxRounds = 10_000
const timeoutMs = 120_000

/**
 * Solves a challenge with WebCrypto, one key at a time. Fails with ABORTED, and with LIMIT_EXCEEDED for a challenge that takes too many
 * rounds, or longer than two minutes.
 */
export async function solveChallenge(challenge: Challenge, signal?: AbortSignal): Promise<Solution> {
  if (challenge.cost > maxRounds) throw new AppError('LIMIT_EXCEEDED')
  const controller = new AbortController()
  const stop = () => controller.abort()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    const solved = await solve({ challenge: asAltcha(challenge), deriveKey, controller, timeout: timeoutMs })
    if (solved !== null) return { ...challenge, counter: solved.counter, derivedKey: solved.derivedKey }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  throw new AppError(signal?.aborted ? 'ABORTED' : 'LIMIT_EXCEEDED')
}

import { AppError } from '@latchkey/protocol'
import type { Clock } from '../../services.ts'

/** How long a backend may take. */
const limitMs = 30_000

/** Waits for a backend's answer. Throws TIMEOUT after 30 s. */
export async function limited<answer>(clock: Clock, answer: Promise<answer>): Promise<answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = clock.after(limitMs, () => reject(new AppError('TIMEOUT')))
  return Promise.race([answer, late]).finally(cancel)
}

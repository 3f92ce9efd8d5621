import { AppError } from '@latchkey/protocol'

/** Returns `work`, or fails with TIMEOUT after `timeoutMs` milliseconds; the work itself continues. */
export const within = async <result>(timeoutMs: number, work: Promise<result>): Promise<result> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('TIMEOUT')), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

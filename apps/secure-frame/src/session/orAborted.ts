import { AppError } from '@latchkey/protocol'

/** `work`, which fails with ABORTED once the signal is aborted, whatever it fails with. */
export const orAborted = async <result>(signal: AbortSignal, work: () => Promise<result>): Promise<result> => {
  try {
    return await work()
  } catch (cause) {
    throw signal.aborted ? new AppError('ABORTED', { cause }) : cause
  }
}

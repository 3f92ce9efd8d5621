import { AppError } from '@latchkey/protocol'
import { toWalletError } from './toWalletError.ts'

export type Asking = {
  /** Aborts the wait. Rejects with its reason when that is an AppError, else with ABORTED. */
  signal?: AbortSignal
  /** Rejects with TIMEOUT after this. Absent where the user is asked: they may take as long as they like. */
  withinMs?: number
  /** Maps the wallet type's errors; `toWalletError` when absent. */
  toError?: (thrown: unknown) => AppError
}

/** Timeout for responses that don't need the user, in milliseconds. */
export const silentMs = 10_000

/** Sends one request to a wallet, as a promise that always settles and rejects with AppErrors only. */
export async function askWallet<answer>(
  ask: () => answer | Promise<answer>,
  { signal = new AbortController().signal, withinMs, toError = toWalletError }: Asking = {},
): Promise<answer> {
  const givenUp = Promise.withResolvers<never>()
  const giveUp = (): void => givenUp.reject(signal.reason instanceof AppError ? signal.reason : new AppError('ABORTED'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  const timer = withinMs === undefined ? undefined : setTimeout(() => givenUp.reject(new AppError('TIMEOUT')), withinMs)
  // A wallet may answer synchronously, later, with a non-promise, or throw instead: all are handled alike.
  const answer = async (): Promise<answer> => ask()
  try {
    return await (signal.aborted ? givenUp.promise : Promise.race([answer(), givenUp.promise]))
  } catch (thrown) {
    throw toError(thrown)
  } finally {
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
  }
}

import { AppError } from '@latchkey/protocol'
import { toWalletError } from './toWalletError.ts'

export type Asking = {
  /** Gives up waiting. Rejects with its reason when that is an AppError, else with ABORTED. */
  signal?: AbortSignal
  /** Gives up waiting with TIMEOUT. Absent where the visitor is asked: they may take as long as they like. */
  withinMs?: number
  /** How the kind of wallet says what went wrong; `toWalletError` when absent. */
  toError?: (thrown: unknown) => AppError
}

/** How long a wallet may take for what it answers without asking the visitor, in milliseconds. */
export const silentMs = 10_000

/** One question to a wallet, as a promise that always ends and rejects with an AppError alone. */
export async function askWallet<answer>(
  ask: () => answer | Promise<answer>,
  { signal = new AbortController().signal, withinMs, toError = toWalletError }: Asking = {},
): Promise<answer> {
  const givenUp = Promise.withResolvers<never>()
  const giveUp = (): void => givenUp.reject(signal.reason instanceof AppError ? signal.reason : new AppError('ABORTED'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  const timer = withinMs === undefined ? undefined : setTimeout(() => givenUp.reject(new AppError('TIMEOUT')), withinMs)
  // A wallet may answer at once, later, with what is no promise, or throw instead: here it is all one.
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

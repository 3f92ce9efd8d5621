import { AppError } from '@latchkey/protocol'
import type { RequestArguments } from '../../provider/Eip1193Provider.ts'
import { toWalletError } from '../toWalletError.ts'
import type { ForeignProvider } from './ForeignProvider.ts'

export type AskOptions = {
  /** Gives up at once: with its reason when that is an AppError, else with ABORTED. */
  signal: AbortSignal
  /** Gives up by itself, with TIMEOUT. Absent where the visitor is asked: they may take as long as they like. */
  withinMs?: number
}

/** One question to a wallet, as a promise that always ends and rejects with an AppError alone. */
export async function askProvider(
  provider: ForeignProvider,
  { method, params }: RequestArguments,
  { signal, withinMs }: AskOptions,
): Promise<unknown> {
  const givenUp = Promise.withResolvers<never>()
  const giveUp = (): void => givenUp.reject(signal.reason instanceof AppError ? signal.reason : new AppError('ABORTED'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  const timer = withinMs === undefined ? undefined : setTimeout(() => givenUp.reject(new AppError('TIMEOUT')), withinMs)
  // A wallet may answer at once, later, with what is no promise, or throw instead: here it is all one.
  const answer = async (): Promise<unknown> => provider.request(params === undefined ? { method } : { method, params })
  try {
    return await (signal.aborted ? givenUp.promise : Promise.race([answer(), givenUp.promise]))
  } catch (thrown) {
    throw toWalletError(thrown)
  } finally {
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
  }
}

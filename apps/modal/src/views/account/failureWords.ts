import type { AppError } from '@latchkey/protocol'
import { errorWords } from '../../words/errorWords.ts'
import { sayLater as say } from '../../words/sayLater.ts'

/** What happened, where there is more to say than that something did, and what was not lost. */
export const failureWords = (error: AppError, hint: string): string => {
  const words = errorWords(error)
  return words === say('error.other') ? hint : `${words}. ${hint}`
}

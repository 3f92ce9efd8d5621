import { t } from '@latchkey/copy/common'
import type { AppError } from '@latchkey/protocol'
import { useErrorCopy } from './useErrorCopy.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** Returns a field's hint: its error and, until `retryAtMs`, how long the user has to wait. */
export const useFieldError = (error: AppError | null, retryAtMs: number): string | undefined => {
  const seconds = useSecondsLeft(retryAtMs)
  const isThrottled = error?.name === 'RATE_LIMITED' && retryAtMs > 0
  const words = useErrorCopy(isThrottled ? { name: 'RATE_LIMITED', details: { seconds } } : error)
  return words === null || (isThrottled && seconds <= 0) ? undefined : t('errorLine', words)
}

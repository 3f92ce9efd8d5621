import { type ErrorCopy, errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/exchange'
import type { AppError, ErrorName } from '@latchkey/protocol'

const awayNames: readonly ErrorName[] = ['SERVICE_UNREACHABLE', 'INTERNAL']

/** Returns the text for a failed payment. */
export const exchangeErrorCopy = (error: AppError, exchange = '', symbol = ''): Pick<ErrorCopy, 'title' | 'body'> => {
  if (awayNames.includes(error.name)) return { title: t('away'), body: t('awayText') }
  const { min, max } = error.details
  if (error.name === 'AMOUNT_OUT_OF_RANGE' && typeof min === 'string' && typeof max === 'string')
    return { title: t('tooFar', { min, max, symbol }), body: t('status.failed.text') }
  return errorCopy(error, exchange)
}

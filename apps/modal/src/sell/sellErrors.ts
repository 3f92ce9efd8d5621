import { type ErrorCopy, errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/sell'
import type { AppError, ErrorName } from '@latchkey/protocol'

/** The usual texts of these errors are about the wallet or the activity. */
const awayNames: readonly ErrorName[] = ['SERVICE_UNREACHABLE', 'INTERNAL']

/** Returns the text for a failed sale. */
export const sellErrorCopy = (error: AppError): Pick<ErrorCopy, 'title' | 'body'> =>
  awayNames.includes(error.name) ? { title: t('providersAway'), body: t('providersAwayText') } : errorCopy(error)

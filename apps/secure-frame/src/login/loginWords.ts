import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/signIn'
import type { AppError } from '@latchkey/protocol'
import { errorLine } from '../views/errorLine.ts'

/** Returns the error of a sign-in in words, and the remaining tries after a wrong code. */
export const loginWords = (error: AppError, isOnline: boolean): string =>
  error.name === 'OTP_INVALID' && typeof error.details.triesLeft === 'number'
    ? t('wrongCode', { title: errorCopy(error).title, tries: error.details.triesLeft })
    : errorLine(error, isOnline)

import { t as commonT } from '@latchkey/copy/common'
import { errorLine as lineOf } from '@latchkey/copy/error'
import type { AppError } from '@latchkey/protocol'

/** Returns the error and the next step, in one line. A service that can't be reached offline is the user's connection. */
export const errorLine = (error: AppError, isOnline = navigator.onLine): string =>
  !isOnline && error.name === 'SERVICE_UNREACHABLE' ? commonT('offline') : lineOf(error)

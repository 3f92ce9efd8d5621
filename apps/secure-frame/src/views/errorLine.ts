import { t as commonT } from '@latchkey/copy/common'
import { errorLine as lineOf } from '@latchkey/copy/error'
import type { AppError } from '@latchkey/protocol'

/** Returns what went wrong and what to do next, in one line. A service that can't be reached offline is the user's connection. */
export const errorLine = (error: AppError, isOnline = navigator.onLine): string =>
  !isOnline && error.name === 'SERVICE_UNREACHABLE' ? commonT('offline') : lineOf(error)

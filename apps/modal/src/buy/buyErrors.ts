import { t } from '@latchkey/copy/buy'
import { type ErrorCopy, errorCopy } from '@latchkey/copy/error'
import type { AppError, ErrorName } from '@latchkey/protocol'

/** What is usually said of these is about the wallet or the activity. */
const awayNames: readonly ErrorName[] = ['SERVICE_UNREACHABLE', 'INTERNAL']

/** Returns what the user reads where buying fails. `provider`: the name of the only one that was asked. */
export const buyErrorCopy = (error: AppError, provider?: string): Pick<ErrorCopy, 'title' | 'body'> => {
  if (awayNames.includes(error.name)) return { title: t('providersAway'), body: t('providersAwayText') }
  if (error.name === 'ADDRESS_INVALID' && provider !== undefined)
    return { title: t('accountRefused', { provider }), body: t('accountRefusedText') }
  return errorCopy(error, provider)
}

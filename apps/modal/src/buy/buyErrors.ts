import { t } from '@latchkey/copy/buy'
import { type ErrorCopy, errorCopy } from '@latchkey/copy/error'
import type { AppError, ErrorName } from '@latchkey/protocol'

/** The usual texts of these errors are about the wallet or the activity. */
const awayNames: readonly ErrorName[] = ['SERVICE_UNREACHABLE', 'INTERNAL']

/** Returns the text for an error of buying. `provider`: the name of the only provider asked. */
export const buyErrorCopy = (error: AppError, provider?: string): Pick<ErrorCopy, 'title' | 'body'> => {
  if (awayNames.includes(error.name)) return { title: t('providersAway'), body: t('providersAwayText') }
  if (error.name === 'ADDRESS_INVALID' && provider !== undefined)
    return { title: t('accountRefused', { provider }), body: t('accountRefusedText') }
  return errorCopy(error, provider)
}

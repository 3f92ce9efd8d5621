import { t } from '@latchkey/copy/approvals'
import { errorCopy } from '@latchkey/copy/error'
import type { AppError, ErrorName } from '@latchkey/protocol'

/** The failure, and what was not lost. */
export type FailureWords = { title: string; text: string }

type Outcome = 'nothingSigned' | 'nothingSent'

/** Failures that can happen when sending: a node may refuse what is signed already. */
const sending: readonly ErrorName[] = [
  'CHAIN_UNREACHABLE',
  'BUNDLER_UNREACHABLE',
  'NONCE_TOO_LOW',
  'INSUFFICIENT_FUNDS',
  'EXECUTION_REVERTED',
  'LIMIT_EXCEEDED',
  'FEE_CAP_TOO_HIGH',
  'TIP_ABOVE_FEE_CAP',
]

/** Errors whose own messages state what did not happen. */
const told: readonly ErrorName[] = [
  'CALLS_ID_TAKEN',
  'CALLS_TOO_MANY',
  'CALLS_UNKNOWN',
  'FEE_CAP_TOO_LOW',
  'GAS_TOO_HIGH',
  'GAS_TOO_LOW',
  'KEYS_UNREACHABLE',
  'OPERATION_REFUSED',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_REJECTED',
  'WALLET_CHANGED',
]

/** Returns the words for a failure, with what did not happen because of it. */
export const failureWords = (
  error: AppError,
  outcome: Outcome = sending.includes(error.name) ? 'nothingSent' : 'nothingSigned',
): FailureWords => {
  const { title, body } = errorCopy(error)
  if (told.includes(error.name)) return { title, text: body }
  return { title, text: t(`failure.${outcome}`, { advice: body }) }
}

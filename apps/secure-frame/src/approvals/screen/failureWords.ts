import type { AppError, ErrorName } from '@latchkey/protocol'

/** What happened, and what was not lost. */
export type FailureWords = { title: string; text: string }

const words: Partial<Record<ErrorName, FailureWords>> = {
  SERVICE_UNREACHABLE: {
    title: 'The service cannot be reached',
    text: 'Nothing was signed. Check your connection and try again.',
  },
  CHAIN_UNREACHABLE: {
    title: 'The network cannot be reached',
    text: 'Nothing was sent. It usually answers again in a moment.',
  },
  VAULT_LOCKED: { title: 'The wallet is locked', text: 'Nothing was signed. Trying again unlocks it.' },
  DISCONNECTED: { title: 'The wallet had to restart', text: 'Nothing was signed. Try again.' },
  TIMEOUT: { title: 'The wallet did not answer in time', text: 'Nothing was signed. Try again.' },
  FEE_CAP_TOO_LOW: {
    title: 'The network fee has risen',
    text: 'Nothing was sent. Check the new fee and confirm again.',
  },
  NONCE_TOO_LOW: {
    title: 'Another transaction went first',
    text: 'Nothing was sent. Check this one and confirm again.',
  },
  INSUFFICIENT_FUNDS: { title: 'Not enough funds', text: 'Nothing was sent.' },
  LIMIT_EXCEEDED: { title: 'The network is busy', text: 'Nothing was sent. Try again in a moment.' },
}

/** Words for a failure; the catalogue's own sentence where there are none. */
export const failureWords = (error: AppError): FailureWords =>
  words[error.name] ?? { title: 'This did not work', text: `${error.message}. Nothing was signed.` }

import type { AppError, ErrorName } from '@latchkey/protocol'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import { sol } from './actionWords.ts'
import { type Examined, feesOf, reasonOf } from './examineSolana.ts'

const words: Partial<Record<ErrorName, { title: string; text: string }>> = {
  TRANSACTION_EXPIRED: {
    title: 'This has expired',
    text: 'It waited too long, or was made for another network. Nothing was signed: ask the page to make it again.',
  },
  TRANSACTION_KNOWN: { title: 'This was sent already', text: 'Nothing was signed.' },
  LOOKUP_TABLE_INVALID: {
    title: 'This cannot be read whole',
    text: 'It takes addresses from a lookup table that is not on this network, or does not have them. Nothing was signed.',
  },
}

/** Why nothing of it can be signed, in words. */
export const obstacleWords = (obstacle: AppError, examined: Examined | null, own: string): StatusWords => {
  if (isOutage(obstacle)) return { variant: 'warning', ...failureWords(obstacle) }
  if (obstacle.name === 'EXECUTION_REVERTED') {
    return {
      variant: 'danger',
      title: 'This would fail',
      text: `Tried just now: ${reasonOf(obstacle)}. Nothing was signed.`,
    }
  }
  if (obstacle.name === 'INSUFFICIENT_FUNDS') {
    const has = examined === null ? '' : `You have ${sol(examined.balance)}. `
    const fee = examined === null ? 0n : feesOf(examined.transactions, own)
    const text = `${has}${fee === 0n ? 'This needs more.' : `This needs it and up to ${sol(fee)} for the fee.`}`
    return { variant: 'danger', title: 'Not enough funds', text }
  }
  return { variant: 'danger', ...(words[obstacle.name] ?? failureWords(obstacle)) }
}

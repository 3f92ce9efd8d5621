import { t } from '@latchkey/copy/approveSolana'
import type { AppError } from '@latchkey/protocol'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import { sol } from './actionWords.ts'
import { type Examined, feesOf } from './examineSolana.ts'

/** Returns why nothing of it can be signed, in words. */
export const obstacleWords = (obstacle: AppError, examined: Examined | null, own: string): StatusWords => {
  if (isOutage(obstacle)) return { variant: 'warning', ...failureWords(obstacle) }
  const failure = failureWords(obstacle, 'nothingSigned')
  if (obstacle.name !== 'INSUFFICIENT_FUNDS' || examined === null) return { variant: 'danger', ...failure }
  const balance = sol(examined.balance, 'down')
  const fee = feesOf(examined.transactions, own)
  const text = fee === 0n ? t('funds.text', { balance }) : t('funds.withFee', { balance, fee: sol(fee) })
  return { variant: 'danger', title: failure.title, text }
}

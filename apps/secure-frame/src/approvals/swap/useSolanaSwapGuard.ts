import type { SolanaSwapTerms } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { AppError } from '@latchkey/protocol'
import type { ApprovalTools } from '../Approval.ts'
import type { Examined } from '../solana/examineSolana.ts'
import { assessSolanaSwap } from './assessSolanaSwap.ts'
import { noGuard, type SwapGuard, stopOf, useRouters } from './useSwapGuard.ts'

/** Checks a transaction that is declared a swap; any other passes unchecked. */
export const useSolanaSwapGuard = (
  terms: SolanaSwapTerms | undefined,
  { examined, own }: { examined: Examined | null; own: string },
  { consult }: Pick<ApprovalTools, 'consult'>,
): SwapGuard => {
  const exchanges = useRouters(terms, consult)
  if (terms === undefined) return noGuard
  const [transaction] = examined?.transactions ?? []
  if (transaction === undefined || exchanges === null) return { isReady: false, stop: null }
  const stop = assessSolanaSwap(transaction, terms, own, exchanges)
  return { isReady: true, stop: stop === null ? null : stop === 'fee' ? tooHighFee() : stopOf(stop) }
}

const tooHighFee = (): NonNullable<SwapGuard['stop']> => ({
  mayPass: false,
  words: { variant: 'danger', title: t('swap.feeTitle'), text: t('swap.feeText') },
  error: new AppError('SWAP_MISMATCH', { details: { reason: 'fee' } }),
})

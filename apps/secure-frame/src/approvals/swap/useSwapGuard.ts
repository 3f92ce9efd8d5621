import type { EvmAddress, SwapTerms, TypedData } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSwap'
import { AppError } from '@latchkey/protocol'
import type { ApprovalTools } from '../Approval.ts'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { useLoaded } from '../screen/useLoaded.ts'
import type { Insight, Planned } from '../transaction/gatherInsight.ts'
import { assessPermit } from './assessPermit.ts'
import { assessSwap, type SwapStop } from './assessSwap.ts'

export type SwapGuard = {
  /** All facts that the check needs are known. */
  isReady: boolean
  /** It is the swap that the user agreed to, or a step of it. */
  isSwap?: boolean
  /** Why it must not be confirmed: the words for the user, and the error for the page. */
  stop: { words: StatusWords; error: AppError; mayPass: boolean } | null
}

export const noGuard: SwapGuard = { isReady: true, stop: null }

/** Checks a request that is declared a swap; any other passes unchecked. */
export const useSwapGuard = (
  terms: SwapTerms | undefined,
  facts: { planned: readonly Planned[]; account: EvmAddress; insight: Insight | null },
  { consult }: Pick<ApprovalTools, 'consult'>,
): SwapGuard => {
  const routers = useRouters(terms, consult)
  if (terms === undefined) return noGuard
  const { planned, account, insight } = facts
  if (insight === null || routers === null) return { isReady: false, stop: null }
  return guardOf(assessSwap({ planned, terms, account, routers, tried: insight.tried, nowMs: Date.now() }))
}

/** Checks typed data that the page declares as the permit for a swap; any other pass unchecked. */
export const usePermitGuard = (
  terms: SwapTerms | undefined,
  facts: { typedData: TypedData; account: EvmAddress },
  { consult }: Pick<ApprovalTools, 'consult'>,
): SwapGuard => {
  const routers = useRouters(terms, consult)
  if (terms === undefined) return noGuard
  return routers === null
    ? { isReady: false, stop: null }
    : guardOf(assessPermit({ ...facts, terms, routers, nowMs: Date.now() }))
}

/** The exchanges on the operator's list, empty where it can't be read; null while it loads. */
export const useRouters = (terms: object | undefined, consult: ApprovalTools['consult']): readonly string[] | null => {
  const [routers] = useLoaded(async () => (terms === undefined ? [] : await consult('swapRouters', null)))
  if (routers.kind === 'loading') return null
  return routers.kind === 'ready' ? routers.value : []
}

const guardOf = (stop: SwapStop | null): SwapGuard => ({
  isReady: true,
  isSwap: stop === null,
  stop: stop === null ? null : stopOf(stop),
})

/** The words for a stop, and the error for the page. */
export const stopOf = (stop: SwapStop): NonNullable<SwapGuard['stop']> => {
  const mayPass = stop === 'untried' || stop === 'less' || stop === 'fails'
  return {
    mayPass,
    words: { variant: mayPass ? 'warning' : 'danger', title: t(`${stop}.title`), text: t(`${stop}.text`) },
    error: mayPass ? new AppError('PRICE_MOVED') : new AppError('SWAP_MISMATCH', { details: { reason: stop } }),
  }
}

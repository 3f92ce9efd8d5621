import type { ApprovalTools } from '../Approval.ts'
import { useLoaded } from '../screen/useLoaded.ts'
import { inTime, niceToKnowMs } from './inTime.ts'

/** Returns US dollars for one coin of the network; null if unknown, undefined while loading. */
export const useNativePrice = ({ consult }: Pick<ApprovalTools, 'consult'>): number | null | undefined => {
  const [price] = useLoaded(() => inTime(() => consult('nativePriceUsd', null), niceToKnowMs))
  return price.kind === 'ready' ? price.value || null : undefined
}

import type { ApprovalTools } from '../Approval.ts'
import { useLoaded } from '../screen/useLoaded.ts'
import { inTime, niceToKnowMs } from './inTime.ts'

/** US dollars for one coin of the network; null where nobody says, undefined while it is asked. */
export const useNativePrice = ({ consult }: Pick<ApprovalTools, 'consult'>): number | null | undefined => {
  const [price] = useLoaded(() => inTime(() => consult('nativePriceUsd', null), niceToKnowMs))
  return price.kind === 'ready' ? price.value || null : undefined
}

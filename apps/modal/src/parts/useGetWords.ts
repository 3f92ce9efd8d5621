import { t } from '@latchkey/copy/swap'
import { useAtomValue } from 'jotai/react'
import type { NetworkId } from '../Modal.ts'
import { decimalsOf } from '../send/amountRules.ts'
import type { SendWish } from '../send/SendPlan.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { exactText } from './sendWords.ts'

/** Returns the minimum that a swap brings, and its network where that is another one; empty for a transfer. */
export const useGetWords = (wish: Pick<SendWish, 'network' | 'swap'> | null): string => {
  const findNetwork = useAtomValue(findNetworkAtom)
  if (wish?.swap === undefined) return ''
  const { get, minimumUnits } = wish.swap
  const values = { amount: exactText(minimumUnits, decimalsOf(get)), symbol: get.symbol }
  if (get.chainId === wish.network) return t('for', values)
  return t('forOn', { ...values, network: findNetwork(get.chainId as NetworkId)?.name ?? get.chainId })
}

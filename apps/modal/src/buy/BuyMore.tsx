import type { TokenBalance } from '@latchkey/api-client'
import { t } from '@latchkey/copy/send'
import { Link } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { isOnrampOnAtom } from '../state/project.ts'
import { openBuyAtom } from './openBuy.ts'

/** The way to more of a token, where tokens can be bought. */
export function BuyMore({ token }: { token: TokenBalance }) {
  const canBuy = useAtomValue(isOnrampOnAtom)
  const openBuy = useSetAtom(openBuyAtom)
  return canBuy ? <Link onClick={() => openBuy(token)}>{t('buyMore', { symbol: token.symbol })}</Link> : null
}

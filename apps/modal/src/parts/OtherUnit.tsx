import type { TokenBalance } from '@latchkey/api-client'
import { t } from '@latchkey/copy/send'
import { Icon } from '@latchkey/ui'
import { type AmountEntry, otherUnit } from '../send/amountRules.ts'
import { shortQuantity, usdText } from './sendWords.ts'

export type OtherUnitProps = {
  /** The button's variant. */
  part: 'send-toggle' | 'swap-unit'
  entry: AmountEntry
  /** With a price. */
  token: TokenBalance
  onToggle: () => void
}

/** An amount in the other unit, and the way to type it there. */
export function OtherUnit({ part, entry, token, onToggle }: OtherUnitProps) {
  const { text, unit } = otherUnit(entry, token)
  const worth = text === '' ? '$0' : usdText(text)
  const shown = unit === 'fiat' ? worth : `${shortQuantity(text || '0')} ${token.symbol}`
  const label = unit === 'fiat' ? t('inFiat') : t('inToken', { symbol: token.symbol })
  return (
    <button type="button" part={part} aria-label={`${shown}. ${label}`} title={label} onClick={onToggle}>
      <bdi dir="ltr">{shown}</bdi>
      <Icon name="swap" size={16} />
    </button>
  )
}

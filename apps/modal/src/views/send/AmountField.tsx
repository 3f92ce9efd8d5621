import { formatQuantity } from '@latchkey/chains'
import { t } from '@latchkey/copy/send'
import { Icon, startFocus } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import { BuyMore } from '../../buy/BuyMore.tsx'
import { OtherUnit } from '../../parts/OtherUnit.tsx'
import { isPriced } from '../../send/amountRules.ts'
import { amountAtom, entryAtom, toggleUnitAtom, tokenAtom, typeAmountAtom } from '../../state/send/form.ts'
import { hasKeyboard } from '../../ui/hasKeyboard.ts'

/** From so many characters on the line is set in the smaller size. */
const longLine = 13

/** The amount: typed in the token or, where it has a price, in the currency; the other one is shown below. */
export function AmountField({ onSubmit, error }: { onSubmit: () => void; error: string | undefined }) {
  const id = useId()
  const token = useAtomValue(tokenAtom)
  const entry = useAtomValue(entryAtom)
  const { text, unit } = entry
  const amount = useAtomValue(amountAtom)
  const type = useSetAtom(typeAmountAtom)
  const toggle = useSetAtom(toggleUnitAtom)
  const symbol = token?.symbol ?? ''
  const message =
    amount.kind === 'tooMuch' && token !== null
      ? t('tooMuch', { amount: formatQuantity(token.quantity.numeric), symbol })
      : error
  return (
    <div part="send-amount" data-invalid={message !== undefined || undefined}>
      <label className="lk-hidden" htmlFor={id}>
        {t('amount', { unit: unit === 'fiat' ? 'USD' : symbol })}
      </label>
      <span part="send-line" dir="ltr" data-long={text.length + symbol.length > longLine || undefined}>
        {unit === 'fiat' && <span part="send-unit">$</span>}
        <span part="send-box">
          <span part="send-mirror" aria-hidden="true">
            {text || '0'}
          </span>
          <input
            id={id}
            part="send-input"
            value={text}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            size={1}
            {...startFocus(hasKeyboard())}
            aria-invalid={message !== undefined || undefined}
            aria-describedby={message === undefined ? undefined : `${id}-message`}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              onSubmit()
            }}
          />
        </span>
        {unit === 'token' && <bdi part="send-unit">{symbol}</bdi>}
      </span>
      {message !== undefined && (
        <p id={`${id}-message`} part="send-error">
          <Icon name="error" size={16} />
          <span>{message}</span>
        </p>
      )}
      {amount.kind === 'tooMuch' && token !== null && <BuyMore token={token} />}
      {token !== null && isPriced(token) && (
        <OtherUnit part="send-toggle" entry={entry} token={token} onToggle={toggle} />
      )}
    </div>
  )
}

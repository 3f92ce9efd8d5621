import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/buy'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ChoiceList } from '../parts/ChoiceList.tsx'
import { TokenPicture } from '../parts/TokenPicture.tsx'
import { backAtom } from '../state/route.ts'
import { moneyText } from './moneyText.ts'
import {
  choosePaymentAtom,
  limitsOf,
  loadOptionsAtom,
  type PaymentCurrency,
  paymentCurrenciesAtom,
  paymentCurrencyAtom,
} from './onramp.ts'

const nameOf = (id: string): string => {
  try {
    return new Intl.DisplayNames(getLanguage(), { type: 'currency' }).of(id) ?? id
  } catch {
    return id
  }
}

const limitWords = (currency: PaymentCurrency): string | undefined => {
  const limits = limitsOf(currency)
  if (limits === null) return undefined
  return t('range', {
    min: moneyText(String(limits.min), currency.id),
    max: moneyText(String(limits.max), currency.id),
  })
}

/** Selects the currency to pay with. */
export function OnRampFiatSelect() {
  const all = useAtomValue(paymentCurrenciesAtom)
  const chosen = useAtomValue(paymentCurrencyAtom)
  const choose = useSetAtom(choosePaymentAtom)
  const back = useSetAtom(backAtom)
  const load = useSetAtom(loadOptionsAtom)
  useEffect(() => void load(), [load])
  return (
    <ChoiceList
      label={t('payWith')}
      choices={all.map((currency) => ({
        id: currency.id,
        title: nameOf(currency.id),
        icon: <TokenPicture symbol={currency.id} iconUrl={`/public/getCurrencyImage/${currency.id}`} />,
        description: limitWords(currency),
        trailing: currency.id,
        selected: currency.id === chosen?.id,
        onClick: () => {
          choose(currency)
          back()
        },
      }))}
    />
  )
}

import { t } from '@latchkey/copy/buy'
import { EmptyState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ChoiceList } from '../parts/ChoiceList.tsx'
import { TokenPicture } from '../parts/TokenPicture.tsx'
import { findNetworkAtom } from '../state/networks.ts'
import { backAtom } from '../state/route.ts'
import { OptionsFailed } from './OptionsFailed.tsx'
import {
  choosePurchaseAtom,
  currencyKey,
  isNothingSoldAtom,
  loadOptionsAtom,
  purchaseCurrenciesAtom,
  purchaseCurrencyAtom,
} from './onramp.ts'

/** Selects the token to buy, and its network. */
export function OnRampTokenSelect() {
  const all = useAtomValue(purchaseCurrenciesAtom)
  const chosen = useAtomValue(purchaseCurrencyAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const choose = useSetAtom(choosePurchaseAtom)
  const back = useSetAtom(backAtom)
  const load = useSetAtom(loadOptionsAtom)
  const isNothingSold = useAtomValue(isNothingSoldAtom)
  useEffect(() => void load(), [load])
  if (isNothingSold) return <EmptyState icon="card" title={t('nothingHere')} />
  if (all.length === 0) return <OptionsFailed />
  return (
    <ChoiceList
      label={t('tokens')}
      choices={all.map((currency) => ({
        id: currencyKey(currency),
        texts: [currency.name, currency.symbol],
        title: <bdi>{currency.name}</bdi>,
        description: findNetwork(currency.chainId)?.name ?? currency.network,
        icon: <TokenPicture symbol={currency.symbol} iconUrl={`/public/getTokenImage/${currency.symbol}`} />,
        trailing: <bdi>{currency.symbol}</bdi>,
        selected: chosen !== null && currencyKey(chosen) === currencyKey(currency),
        onClick: () => {
          choose(currency)
          back()
        },
      }))}
    />
  )
}

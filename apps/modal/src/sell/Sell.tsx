import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/sell'
import { EmptyState, ErrorState, Link, Notice, Row, Skeleton, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useCallback, useEffect, useState } from 'react'
import { buyStyles } from '../buy/buyStyles.ts'
import { moneyText } from '../buy/moneyText.ts'
import { ChoiceList } from '../parts/ChoiceList.tsx'
import { Styled } from '../parts/Styled.tsx'
import { exactText } from '../parts/sendWords.ts'
import { TokenPicture } from '../parts/TokenPicture.tsx'
import { useKeepFresh } from '../parts/useKeepFresh.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { balanceUnitsOf, decimalsOf } from '../send/amountRules.ts'
import { accountAtom } from '../state/accounts.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { tokenKey } from '../state/send/form.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { restoreSaleAtom, saleAtom, sellAtom } from './sale.ts'
import { sellErrorCopy } from './sellErrors.ts'
import {
  choosePayoutAtom,
  chooseSaleTokenAtom,
  loadSaleOptionsAtom,
  payoutCurrenciesAtom,
  payoutCurrencyAtom,
  refreshSaleOffersAtom,
  type SaleOffer,
  saleAmountAtom,
  saleAmountTextAtom,
  saleOffersAtom,
  saleOptionsAtom,
  saleTokenAtom,
  sellableAtom,
  typeSaleAmountAtom,
} from './sellForm.ts'

/** Slightly longer than balances are fresh, in milliseconds. */
const everyMs = 31_000

/** Selects the amount and token to sell, and shows each provider's price. */
export function Sell() {
  const { status, providers, error } = useAtomValue(saleOptionsAtom)
  const load = useSetAtom(loadSaleOptionsAtom)
  const readTokens = useSetAtom(refreshTokensAtom)
  const refresh = useSetAtom(refreshSaleOffersAtom)
  const restore = useSetAtom(restoreSaleAtom)
  const sellable = useAtomValue(sellableAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? ''
  const isReady = status === 'ready'
  const id = useAtomValue(activeNetworkIdAtom)
  const address = useAtomValue(accountAtom)?.address ?? ''
  useEffect(() => void load(), [load])
  useEffect(() => {
    if (address !== '') restore()
  }, [address, restore])
  const read = useCallback((isForced: boolean) => void readTokens(isForced), [readTokens])
  useKeepFresh({ read, everyMs, what: `${id} ${address}` })
  // Also when the view is opened again: prices of an earlier visit are out of date.
  useEffect(() => {
    if (isReady) void refresh()
  }, [isReady, refresh])
  if (status === 'loading') return <Waiting words={t('loading')} />
  if (error?.name === 'NOT_ENABLED' || (isReady && providers.length === 0))
    return <EmptyState icon="card" title={t('notEnabled')} description={t('notEnabledText')} />
  if (error !== null) {
    const { title, body } = sellErrorCopy(error)
    return (
      <ErrorState
        title={title}
        description={body}
        action={{ label: commonT('tryAgain'), onClick: () => void load() }}
      />
    )
  }
  return (
    <Styled styles={buyStyles}>
      <div part="buy">
        <OpenSale />
        {sellable.length === 0 ? (
          <EmptyState icon="card" title={t('nothing')} description={t('nothingText', { network })} />
        ) : (
          <Form />
        )}
      </div>
    </Styled>
  )
}

/** A sale that was begun before, and the way back to it. */
function OpenSale() {
  const sale = useAtomValue(saleAtom)
  const push = useSetAtom(pushAtom)
  if (sale === null || sale.status === 'paid' || sale.status === 'failed') return null
  const { amount, symbol, provider } = sale
  return (
    <Notice title={t('open')} action={<Link onClick={() => push({ view: 'SellStatus' })}>{t('openLook')}</Link>}>
      {t('openText', { amount, symbol, provider })}
    </Notice>
  )
}

function Form() {
  const [choosing, choose] = useState<'token' | 'payout' | null>(null)
  const done = () => choose(null)
  if (choosing === 'token') return <Tokens done={done} />
  if (choosing === 'payout') return <Payouts done={done} />
  return (
    <>
      <Amount />
      <Choices choose={choose} />
      <Offers />
    </>
  )
}

function Tokens({ done }: { done: () => void }) {
  const all = useAtomValue(sellableAtom)
  const chosen = useAtomValue(saleTokenAtom)
  const choose = useSetAtom(chooseSaleTokenAtom)
  return (
    <ChoiceList
      label={t('token')}
      choices={all.map((token) => ({
        id: tokenKey(token),
        title: token.symbol,
        icon: <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} />,
        description: t('available', {
          amount: exactText(balanceUnitsOf(token), decimalsOf(token)),
          symbol: token.symbol,
        }),
        selected: token === chosen,
        onClick: () => {
          choose(token)
          done()
        },
      }))}
    />
  )
}

function Payouts({ done }: { done: () => void }) {
  const all = useAtomValue(payoutCurrenciesAtom)
  const chosen = useAtomValue(payoutCurrencyAtom)
  const choose = useSetAtom(choosePayoutAtom)
  return (
    <ChoiceList
      label={t('payout')}
      choices={all.map((id) => ({
        id,
        title: id,
        icon: <TokenPicture symbol={id} iconUrl={`/public/getCurrencyImage/${id}`} />,
        selected: id === chosen,
        onClick: () => {
          choose(id)
          done()
        },
      }))}
    />
  )
}

function Amount() {
  const text = useAtomValue(saleAmountTextAtom)
  const amount = useAtomValue(saleAmountAtom)
  const token = useAtomValue(saleTokenAtom)
  const type = useSetAtom(typeSaleAmountAtom)
  const refresh = useSetAtom(refreshSaleOffersAtom)
  if (token === null) return null
  const { symbol } = token
  const held = exactText(balanceUnitsOf(token), decimalsOf(token))
  return (
    <TextField
      label={t('amount', { symbol })}
      value={text}
      onChange={type}
      onSubmit={() => void refresh()}
      inputMode="decimal"
      placeholder="0"
      maxLength={40}
      error={amount.kind === 'tooMuch' ? t('tooMuch', { amount: held, symbol }) : undefined}
    />
  )
}

function Choices({ choose }: { choose: (what: 'token' | 'payout') => void }) {
  const token = useAtomValue(saleTokenAtom)
  const payout = useAtomValue(payoutCurrencyAtom)
  const network = useAtomValue(activeNetworkAtom)
  return (
    <div part="buy-choices">
      <Row
        title={<bdi>{token?.symbol ?? ''}</bdi>}
        description={network?.name ?? ''}
        trailing="chevron"
        onClick={() => choose('token')}
      />
      <Row title={payout ?? ''} description={t('payout')} trailing="chevron" onClick={() => choose('payout')} />
    </div>
  )
}

function Offers() {
  const offers = useAtomValue(saleOffersAtom)
  if (offers.length === 0) return null
  const isLoading = offers.some(({ kind }) => kind === 'loading')
  return (
    <ul part="buy-offers" aria-label={t('offers')} aria-busy={isLoading || undefined}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <OfferButton offer={offer} />
        </li>
      ))}
    </ul>
  )
}

/** A provider's row: the amount that the user gets, and the fee already deducted. */
function OfferButton({ offer }: { offer: SaleOffer }) {
  const sell = useSetAtom(sellAtom)
  const symbol = useAtomValue(saleTokenAtom)?.symbol ?? ''
  return (
    <button type="button" part="buy-offer" disabled={offer.kind !== 'ready'} onClick={() => void sell(offer)}>
      <span part="buy-line">
        <bdi part="buy-name">{offer.name}</bdi>
        {offer.kind === 'ready' && (
          <bdi part="buy-name">{moneyText(offer.quote.payoutTotal.amount, offer.quote.payoutTotal.currency)}</bdi>
        )}
        {offer.kind === 'loading' && <Skeleton />}
      </span>
      <span part="buy-small">{offerWords(offer, symbol)}</span>
    </button>
  )
}

function offerWords(offer: SaleOffer, symbol: string): string {
  const { name: provider } = offer
  if (offer.kind === 'loading') return t('asking', { provider })
  if (offer.kind === 'ready') {
    const { providerFee, payoutTotal } = offer.quote
    return t('cost', {
      total: moneyText(payoutTotal.amount, payoutTotal.currency),
      fee: moneyText(providerFee.amount, providerFee.currency),
    })
  }
  const { name, details } = offer.error
  const { min, max, currency } = details
  if (name === 'AMOUNT_OUT_OF_RANGE' && Number(min) >= 0 && Number(max) > 0 && typeof currency === 'string')
    return t('range', { min: moneyText(String(min), currency), max: moneyText(String(max), currency) })
  return name === 'PURCHASE_UNSUPPORTED' ? t('notBought', { symbol }) : sellErrorCopy(offer.error).title
}

import { formatQuantity } from '@latchkey/chains'
import { t } from '@latchkey/copy/buy'
import { EmptyState, Link, Notice, Row, Skeleton, Tag, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { Styled } from '../parts/Styled.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { findNetworkAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { buyErrorCopy } from './buyErrors.ts'
import { buyStyles } from './buyStyles.ts'
import { moneyText } from './moneyText.ts'
import { OptionsFailed } from './OptionsFailed.tsx'
import {
  amountProblemAtom,
  isNothingSoldAtom,
  loadOptionsAtom,
  type Offer,
  offersAtom,
  onrampOptionsAtom,
  paymentAmountAtom,
  paymentCurrencyAtom,
  purchaseCurrencyAtom,
  quotesLoadingAtom,
  refreshOffersAtom,
  typeAmountAtom,
  unsoldSymbolAtom,
} from './onramp.ts'
import { buyAtom, purchaseAtom, restorePurchaseAtom } from './purchase.ts'

/** Shows the amount to buy, and each provider's price for it. */
export function OnRampProviders() {
  const { status, value, error } = useAtomValue(onrampOptionsAtom)
  const load = useSetAtom(loadOptionsAtom)
  const refresh = useSetAtom(refreshOffersAtom)
  const push = useSetAtom(pushAtom)
  const isReady = status === 'ready'
  useEffect(() => void load(), [load])
  // Also when the view is opened again: prices of an earlier visit are out of date.
  useEffect(() => {
    if (isReady) void refresh()
  }, [isReady, refresh])
  const restore = useSetAtom(restorePurchaseAtom)
  useEffect(() => restore(), [restore])
  if (status === 'loading') return <Waiting words={t('loading')} />
  const receive = { label: t('receiveInstead'), onClick: () => push({ view: 'WalletReceive' }) }
  if (error?.name === 'NOT_ENABLED' || (isReady && value.providers.length === 0))
    return <EmptyState icon="card" title={t('notEnabled')} description={t('notEnabledText')} action={receive} />
  return (
    <Styled styles={buyStyles}>
      <div part="buy">
        <OpenPurchase />
        <Amount />
        <Choices />
        <OptionsFailed />
        <Offers />
      </div>
    </Styled>
  )
}

/** A purchase that was begun before, and the way back to it. */
function OpenPurchase() {
  const purchase = useAtomValue(purchaseAtom)
  const push = useSetAtom(pushAtom)
  if (purchase === null || purchase.status === 'arrived' || purchase.status === 'failed') return null
  return (
    <Notice title={t('open')} action={<Link onClick={() => push({ view: 'BuyStatus' })}>{t('openLook')}</Link>}>
      {t('openText', { symbol: purchase.symbol, provider: purchase.provider })}
    </Notice>
  )
}

function Amount() {
  const text = useAtomValue(paymentAmountAtom)
  const payment = useAtomValue(paymentCurrencyAtom)
  const problem = useAtomValue(amountProblemAtom)
  const type = useSetAtom(typeAmountAtom)
  const refresh = useSetAtom(refreshOffersAtom)
  const currency = payment?.id ?? ''
  const words =
    problem === null || problem.kind === 'empty'
      ? undefined
      : t(problem.kind, { limit: moneyText(String(problem.limit), currency) })
  return (
    <TextField
      label={t('amount', { currency })}
      value={text}
      onChange={type}
      onSubmit={() => void refresh()}
      inputMode="decimal"
      placeholder="0"
      maxLength={13}
      error={words}
    />
  )
}

function Choices() {
  const purchase = useAtomValue(purchaseCurrencyAtom)
  const payment = useAtomValue(paymentCurrencyAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const unsold = useAtomValue(unsoldSymbolAtom)
  const isNothingSold = useAtomValue(isNothingSoldAtom)
  const push = useSetAtom(pushAtom)
  if (purchase === null)
    return !isNothingSold ? null : (
      <Notice
        variant="warning"
        action={<Link onClick={() => push({ view: 'WalletReceive' })}>{t('receiveInstead')}</Link>}
      >
        {t('nothingHere')}
      </Notice>
    )
  return (
    <>
      {unsold !== null && <Notice>{t('unsold', { symbol: unsold })}</Notice>}
      <div part="buy-choices">
        <Row
          title={payment?.id ?? ''}
          description={t('payWith')}
          trailing="chevron"
          onClick={() => push({ view: 'OnRampFiatSelect' })}
        />
        <Row
          title={<bdi>{purchase.symbol}</bdi>}
          description={findNetwork(purchase.chainId)?.name ?? purchase.network}
          trailing="chevron"
          onClick={() => push({ view: 'OnRampTokenSelect' })}
        />
      </div>
    </>
  )
}

function Offers() {
  const offers = useAtomValue(offersAtom)
  const isLoading = useAtomValue(quotesLoadingAtom)
  if (offers.length === 0) return null
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

const refusalWords = ({ error, name }: Extract<Offer, { kind: 'refused' }>, symbol: string): string => {
  const { min, max, currency } = error.details
  if (error.name === 'AMOUNT_OUT_OF_RANGE' && Number(min) >= 0 && Number(max) > 0 && typeof currency === 'string')
    return t('range', { min: moneyText(String(min), currency), max: moneyText(String(max), currency) })
  return error.name === 'PURCHASE_UNSUPPORTED' ? t('notSold', { symbol }) : buyErrorCopy(error, name).title
}

/** A provider's row: the amounts that the user gets and pays, fees included. */
function OfferButton({ offer }: { offer: Offer }) {
  const symbol = useAtomValue(purchaseCurrencyAtom)?.symbol ?? ''
  const buy = useSetAtom(buyAtom)
  return (
    <button
      type="button"
      part="buy-offer"
      disabled={offer.kind === 'refused' || offer.kind === 'loading'}
      onClick={() => void buy(offer)}
    >
      <span part="buy-line">
        <bdi part="buy-name">{offer.name}</bdi>
        {offer.kind === 'ready' && (
          <bdi part="buy-name">{t('get', { amount: formatQuantity(offer.quote.purchaseAmount.amount), symbol })}</bdi>
        )}
        {offer.kind === 'estimate' && <Tag label={t('estimate')} />}
        {offer.kind === 'loading' && <Skeleton />}
      </span>
      <span part="buy-small">{offerWords(offer, symbol)}</span>
    </button>
  )
}

function offerWords(offer: Offer, symbol: string): string {
  if (offer.kind === 'loading') return t('asking', { provider: offer.name })
  if (offer.kind === 'refused') return refusalWords(offer, symbol)
  const { paymentTotal, networkFee, providerFee } = offer.quote
  const total = moneyText(paymentTotal.amount, paymentTotal.currency)
  if (offer.kind === 'estimate') return t('estimateText', { total, provider: offer.name })
  const network = moneyText(networkFee.amount, networkFee.currency)
  if (providerFee === undefined) return t('costNetwork', { total, network })
  return t('cost', { total, network, fee: moneyText(providerFee.amount, providerFee.currency) })
}

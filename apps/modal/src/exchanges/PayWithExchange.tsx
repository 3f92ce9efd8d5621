import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/exchange'
import { Address, EmptyState, ErrorState, Link, Notice, Row, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { Waiting } from '../parts/Waiting.tsx'
import { activeNetworkAtom, activeNetworkIdAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { exchangeErrorCopy } from './exchangeErrors.ts'
import {
  canPayAtom,
  exchangesAtom,
  fundAmountAtom,
  fundAssetAtom,
  isAmountReadyAtom,
  loadExchangesAtom,
  typeFundAmountAtom,
} from './form.ts'
import { exchangeArgumentsAtom, isExchangeOnAtom } from './openExchanges.ts'
import { isPaymentOpenAtom, payAtom, paymentAtom, restorePaymentAtom } from './payment.ts'

/** Selects token, amount, and source: an exchange, or any other by the account's address. */
export function PayWithExchange() {
  const asset = useAtomValue(fundAssetAtom)
  const networkId = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? networkId
  const load = useSetAtom(loadExchangesAtom)
  const id = asset?.id
  useEffect(() => void load(), [load, id])
  const restore = useSetAtom(restorePaymentAtom)
  const isOpen = useAtomValue(isPaymentOpenAtom)
  useEffect(() => restore(), [restore])
  return (
    <Stack>
      {isOpen ? (
        <OpenPayment />
      ) : asset === null ? (
        <EmptyState icon="network" title={t('noAsset', { network })} description={t('noAssetText')} />
      ) : (
        <>
          <Recipient />
          <AssetRow />
          <AmountInput symbol={asset.symbol} />
          <Exchanges symbol={asset.symbol} network={network} />
        </>
      )}
      <DepositRow />
    </Stack>
  )
}

/** A payment that was begun before, and the way back to it. */
function OpenPayment() {
  const payment = useAtomValue(paymentAtom)
  const push = useSetAtom(pushAtom)
  if (payment === null) return null
  const { amount, symbol, exchange } = payment
  return (
    <Notice
      title={t('open')}
      action={<Link onClick={() => push({ view: 'PayWithExchangeStatus' })}>{t('openLook')}</Link>}
    >
      {t('openText', { amount, symbol, exchange })}
    </Notice>
  )
}

/** The page's recipient: never shown for the user's own account. */
function Recipient() {
  const { recipient } = useAtomValue(exchangeArgumentsAtom)
  if (recipient === undefined) return null
  return (
    <Notice title={t('pays')}>
      <Address address={recipient.slice(recipient.lastIndexOf(':') + 1)} form="full" />
    </Notice>
  )
}

function AssetRow() {
  const asset = useAtomValue(fundAssetAtom)
  const { recipient } = useAtomValue(exchangeArgumentsAtom)
  const network = useAtomValue(activeNetworkAtom)
  const push = useSetAtom(pushAtom)
  if (asset === null) return null
  const row = { title: <bdi>{asset.symbol}</bdi>, description: network?.name ?? asset.chainId }
  if (recipient !== undefined) return <Row {...row} />
  return <Row {...row} trailing="chevron" onClick={() => push({ view: 'PayWithExchangeSelectAsset' })} />
}

function AmountInput({ symbol }: { symbol: string }) {
  const amount = useAtomValue(fundAmountAtom)
  const type = useSetAtom(typeFundAmountAtom)
  return (
    <TextField
      label={t('amount', { symbol })}
      value={amount}
      onChange={type}
      inputMode="decimal"
      placeholder="0"
      maxLength={40}
    />
  )
}

function Exchanges({ symbol, network }: { symbol: string; network: string }) {
  const { status, items, error } = useAtomValue(exchangesAtom)
  const isReady = useAtomValue(isAmountReadyAtom)
  const canPay = useAtomValue(canPayAtom)
  const load = useSetAtom(loadExchangesAtom)
  const pay = useSetAtom(payAtom)
  if (status === 'loading') return <Waiting words={t('loading')} />
  if (error !== null) {
    const { title, body } = exchangeErrorCopy(error)
    return (
      <ErrorState
        title={title}
        description={body}
        action={{ label: commonT('tryAgain'), onClick: () => void load() }}
      />
    )
  }
  if (items.length === 0)
    return (
      <Text size="small" tone="secondary">
        {t('none', { symbol, network })}
      </Text>
    )
  return (
    <Stack gap={2}>
      {!isReady && (
        <Text size="small" tone="secondary">
          {t('amountNeeded')}
        </Text>
      )}
      {items.map((exchange) => (
        <Row
          key={exchange.id}
          title={<bdi>{exchange.name}</bdi>}
          {...(exchange.limits !== undefined && { description: t('limits', { ...exchange.limits, symbol }) })}
          trailing="chevron"
          disabled={!canPay(exchange)}
          onClick={() => void pay(exchange)}
        />
      ))}
    </Stack>
  )
}

/** The way that needs no exchange of the operator's. Not for payments: the address is the user's own. */
function DepositRow() {
  const { recipient } = useAtomValue(exchangeArgumentsAtom)
  const isOn = useAtomValue(isExchangeOnAtom)
  const push = useSetAtom(pushAtom)
  if (recipient !== undefined || !isOn) return null
  return (
    <Row
      title={t('depositTitle')}
      description={t('depositText')}
      trailing="chevron"
      onClick={() => push({ view: 'ExchangeDeposit' })}
    />
  )
}

import { type DecodedCall, decodeCall, type EvmNetwork, type OrderSide, type TypedDataMeaning } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t as transactionT } from '@latchkey/copy/approveTransaction'
import { t } from '@latchkey/copy/approveTypedData'
import { t as functionsT } from '@latchkey/copy/contractFunctions'
import { t as simulationT } from '@latchkey/copy/simulation'
import { Card, Details, KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import { type ReactNode, useMemo } from 'react'
import type { ChainReader } from '../../chain/createChainReader.ts'
import { Caution } from '../screen/Caution.tsx'
import { useLoaded } from '../screen/useLoaded.ts'
import { visibleText } from '../screen/visibleText.ts'
import { ContractLine } from '../token/ContractLine.tsx'
import { readToken } from '../token/readToken.ts'
import { Account } from '../transaction/Account.tsx'
import { moneyWords } from '../transaction/assetWords.ts'
import { CallTree } from '../transaction/CallTree.tsx'
import { Money } from '../transaction/Money.tsx'
import type { MeaningInsight } from './gatherMeaning.ts'
import { PermitCard } from './PermitCard.tsx'
import { untilWords } from './untilWords.ts'

export type MeaningCardsProps = {
  meaning: TypedDataMeaning
  /** The signing account. */
  account: string
  network: EvmNetwork
  read: ChainReader
  /** Facts about a permit's tokens and spender; null until they have loaded. */
  insight: MeaningInsight | null
  /** The purpose of a permit, where it is known. */
  purpose?: ReactNode
}

/** Shows what signing does, where the fields have a known meaning. Every field is listed below all the same. */
export function MeaningCards({ meaning, account, network, read, insight, purpose }: MeaningCardsProps) {
  switch (meaning.kind) {
    case 'permit':
      return <PermitCard permit={meaning.permit} account={account} insight={insight} purpose={purpose} />
    case 'order':
      return <OrderCard order={meaning} account={account} network={network} read={read} />
    case 'safeTransaction':
      return (
        <>
          {meaning.delegates && (
            <Caution variant="danger" title={t('safe.delegates.title')}>
              {t('safe.delegates.text')}
            </Caution>
          )}
          <CalledCard title={t('safe.title')} call={meaning.call} network={network} who={t('safe.account')} />
        </>
      )
    case 'forwardedCall':
      return (
        <>
          <CalledCard title={t('forwarded.title')} call={meaning.call} network={network} who={t('forwarded.from')} />
          <Caution variant="warning" title={t('signed.title')}>
            {t('signed.call')}
          </Caution>
        </>
      )
    case 'delegation':
      return (
        <>
          <Card tone={meaning.power === 'account' ? 'danger' : 'warning'} title={t('delegation.title')}>
            <KeyValueList>
              <KeyValue label={t('delegation.what')} stacked>
                {meaning.power === 'votes' ? t('delegation.votes') : t('delegation.account')}
              </KeyValue>
              <Account label={sharedT('to')} address={meaning.delegate} isFact />
              {meaning.expires !== null && <KeyValue label={t('usableUntil')}>{untilWords(meaning.expires)}</KeyValue>}
            </KeyValueList>
          </Card>
          {meaning.power === 'account' && (
            <Caution variant="danger" title={t('delegation.everything.title')}>
              {t('delegation.everything.text')}
            </Caution>
          )}
        </>
      )
    case 'signIn':
      return meaning.statement === null ? null : (
        <Card title={t('statement')}>
          <bdi className="wallet-text">{visibleText(meaning.statement)}</bdi>
        </Card>
      )
    case 'unknown':
      return null
  }
}

type Order = Extract<TypedDataMeaning, { kind: 'order' }>
type OrderCardProps = { order: Order; account: string; network: EvmNetwork; read: ChainReader }

/** The number of assets shown for each side of an order; the fields have the rest. */
const maxSides = 8

function OrderCard({ order: { give, get, expires }, account, network, read }: OrderCardProps) {
  // The signer does not get what the order pays to others.
  const mine = get.filter(({ to }) => to === null || to === account)
  const theirs = get.filter(({ to }) => to !== null && to !== account)
  return (
    <>
      <Card title={t('order.give')} tone={mine.length === 0 ? 'danger' : 'neutral'}>
        <Sides sides={give} direction="out" network={network} read={read} />
      </Card>
      <Card title={t('order.get')} tone={mine.length === 0 ? 'danger' : 'neutral'}>
        {mine.length === 0 ? (
          <Text tone="danger">{t('order.nothing')}</Text>
        ) : (
          <Sides sides={mine} direction="in" network={network} read={read} />
        )}
      </Card>
      {theirs.length > 0 && (
        <Card title={t('order.others')}>
          <Sides sides={theirs} network={network} read={read} />
        </Card>
      )}
      {expires !== null && (
        <KeyValueList>
          <KeyValue label={t('usableUntil')}>{untilWords(expires)}</KeyValue>
        </KeyValueList>
      )}
      <Caution variant={mine.length === 0 ? 'danger' : 'warning'} title={t('signed.title')}>
        {t('signed.trade')}
      </Caution>
    </>
  )
}

type SidesProps = { sides: readonly OrderSide[]; direction?: 'in' | 'out'; network: EvmNetwork; read: ChainReader }

function Sides({ sides, direction, network, read }: SidesProps) {
  return (
    <ul className="wallet-changes">
      {sides.slice(0, maxSides).map((side, index) => (
        <li key={index}>
          {side.asset === 'native' ? (
            <Money
              {...(direction === undefined ? {} : { direction })}
              {...moneyWords(side.amount, network.nativeCurrency, direction === 'in' ? 'down' : 'up')}
            />
          ) : (
            <TokenSide side={side} token={side.asset} direction={direction} read={read} />
          )}
        </li>
      ))}
      {sides.length > maxSides && <li>{t('order.more', { count: sides.length - maxSides })}</li>}
    </ul>
  )
}

type TokenSideProps = { side: OrderSide; token: string; direction: 'in' | 'out' | undefined; read: ChainReader }

function TokenSide({ side: { amount, id }, token, direction, read }: TokenSideProps) {
  const [loaded] = useLoaded(() => readToken(token, read))
  if (loaded.kind === 'loading') return <Skeleton shape="amount" />
  const facts = loaded.kind === 'ready' ? loaded.value : null
  const words =
    id !== null
      ? { value: amount.toString(), exact: null, symbol: facts?.symbol ?? simulationT('itemUnit') }
      : facts?.kind === 'token'
        ? moneyWords(amount, facts, direction === 'in' ? 'down' : 'up')
        : { value: amount.toString(), exact: null, symbol: sharedT('token.units') }
  return (
    <Money
      {...(direction === undefined ? {} : { direction })}
      {...words}
      fiat={<ContractLine address={token} item={id} />}
    />
  )
}

type Called = Extract<TypedDataMeaning, { kind: 'safeTransaction' }>['call']
type CalledCardProps = { title: string; call: Called; network: EvmNetwork; who: string }

function CalledCard({ title, call, network, who }: CalledCardProps) {
  const decoded = useMemo(() => decodeCall(call), [call])
  return (
    <Card title={title}>
      {call.value > 0n && <Money direction="out" {...moneyWords(call.value, network.nativeCurrency)} />}
      <KeyValueList>
        <KeyValue label={t('action')}>{actionOf(decoded)}</KeyValue>
        <Account label={who} address={call.from} />
        <Account label={sharedT('to')} address={call.to} isFact />
      </KeyValueList>
      {decoded.fn !== null && (
        <Details summary={sharedT('allArguments')}>
          <CallTree call={decoded} network={network} />
        </Details>
      )}
    </Card>
  )
}

const actionOf = ({ fn, data }: DecodedCall): string => {
  if (fn !== null) return functionsT(fn.does)
  return data === '0x' ? t('sendCoins') : transactionT('unknownFunction', { selector: data.slice(0, 10) })
}

import { type Asset, type EvmNetwork, shortAddress } from '@latchkey/chains'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/simulation'
import { Card, KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'
import type { Change } from '../simulation/changesOf.ts'
import { pickChanges } from '../simulation/pickChanges.ts'
import { ContractLine } from '../token/ContractLine.tsx'
import { assetWords, worthOf } from './assetWords.ts'
import type { Insight, TokenMap } from './gatherInsight.ts'
import { Money } from './Money.tsx'
import { TokenAmount } from './TokenAmount.tsx'

export type ChangesCardProps = {
  /** Null while the simulation runs. */
  changes: readonly Change[] | null
  tokens: TokenMap
  /** The assets that the calls themselves name. */
  named: ReadonlySet<Asset>
  network: EvmNetwork
  insight: Insight | null
}

/** Shows what the account loses and gains, and who may spend what, as the network simulated it. */
export function ChangesCard({ changes, tokens, named, network, insight }: ChangesCardProps) {
  if (changes === null) {
    return (
      <Card title={t('title')}>
        <Skeleton shape="amount" />
        <Skeleton count={2} />
      </Card>
    )
  }
  const shown = pickChanges(changes, named)
  const moves = shown.filter((change) => change.kind === 'amount' || change.kind === 'item')
  const rights = shown.filter((change) => change.kind !== 'amount' && change.kind !== 'item')
  return (
    <Card title={t('title')} tone={changes.some(isWithoutLimit) ? 'danger' : 'neutral'}>
      {changes.length === 0 && <Text>{t('nothing')}</Text>}
      {moves.length > 0 && (
        <ul className="wallet-changes">
          {moves.map((change) => (
            <li key={keyOf(change)}>
              <Moved change={change} tokens={tokens} network={network} insight={insight} />
            </li>
          ))}
        </ul>
      )}
      {rights.length > 0 && (
        <div {...fact}>
          <KeyValueList>
            {rights.map((change) => (
              <Right key={keyOf(change)} change={change} tokens={tokens} />
            ))}
          </KeyValueList>
        </div>
      )}
      {changes.length > shown.length && (
        <Text size="small" tone="warning">
          {t('more', { count: changes.length - shown.length })}
        </Text>
      )}
      <Text size="small" tone="secondary">
        {t('tried')}
      </Text>
    </Card>
  )
}

type MovedProps = {
  change: Extract<Change, { kind: 'amount' | 'item' }>
  tokens: TokenMap
  network: EvmNetwork
} & Pick<ChangesCardProps, 'insight'>

function Moved({ change, tokens, network, insight }: MovedProps) {
  const isOut = change.amount < 0n
  const amount = isOut ? -change.amount : change.amount
  const direction = isOut ? 'out' : 'in'
  if (change.kind === 'item') {
    const { collection, id } = change
    const symbol = tokens.get(collection)?.symbol ?? t('itemUnit')
    const origin = <ContractLine address={collection} item={id} />
    return <Money direction={direction} value={amount.toString()} exact={null} symbol={symbol} fiat={origin} />
  }
  const words = assetWords(change.asset, amount, network, tokens, isOut ? 'up' : 'down')
  const usd = worthOf(change.asset, amount, network, insight)
  return change.asset === 'native' ? (
    <Money direction={direction} {...words} fiat={usd ?? undefined} />
  ) : (
    <Money
      direction={direction}
      {...words}
      fiat={
        <>
          {usd !== null && <bdi>{usd} · </bdi>}
          <ContractLine address={change.asset} item={null} />
        </>
      }
    />
  )
}

type RightProps = { change: Exclude<Change, { kind: 'amount' | 'item' }>; tokens: TokenMap }

function Right({ change, tokens }: RightProps) {
  switch (change.kind) {
    case 'allowance': {
      const token = { kind: 'ready', value: tokens.get(change.token) ?? null } as const
      return (
        <KeyValue label={t('maySpend', { spender: shortAddress(change.spender) })} stacked>
          {change.amount === 0n ? (
            t('nothingAnyMore')
          ) : (
            <TokenAmount amount={change.amount} isUnlimited={change.unlimited} token={token} />
          )}
        </KeyValue>
      )
    }
    case 'itemAllowance': {
      const id = <bdi dir="ltr">#{change.id.toString()}</bdi>
      return (
        <KeyValue label={t('mayMove', { spender: shortAddress(change.spender) })} stacked>
          {rich(({ id }) => t('itemOf', { id, collection: shortAddress(change.collection) }), { id })}
        </KeyValue>
      )
    }
    case 'operator': {
      const { approved } = change
      const collection = <bdi>{tokens.get(change.collection)?.symbol ?? shortAddress(change.collection)}</bdi>
      return (
        <KeyValue
          label={t(approved ? 'mayMove' : 'mayNoLongerMove', { spender: shortAddress(change.operator) })}
          stacked
        >
          {rich((at) => t(approved ? 'everyItemLater' : 'everyItem', at), { collection })}
        </KeyValue>
      )
    }
  }
}

/** Returns whether a spender may take the whole balance, now and later. */
export const isWithoutLimit = (change: Change): boolean =>
  (change.kind === 'allowance' && change.unlimited) || (change.kind === 'operator' && change.approved)

const keyOf = (change: Change): string =>
  Object.entries(change)
    .filter(([name]) => name !== 'amount')
    .map(([, value]) => String(value))
    .join(' ')

import {
  type BridgeEffect,
  type DecodedCall,
  type Effect,
  type EvmAddress,
  type EvmNetwork,
  isUnlimited,
  shortAddress,
} from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { Card, KeyValue, KeyValueList, Skeleton } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { Caution } from '../screen/Caution.tsx'
import { fact } from '../screen/createReading.ts'
import { Account } from './Account.tsx'
import { assetWords, moneyWords, worthOf } from './assetWords.ts'
import { elsewhereKey, type Insight, type TokenMap } from './gatherInsight.ts'
import { TokenAmount } from './TokenAmount.tsx'

export type CallCardProps = {
  call: DecodedCall
  effects: readonly Effect[]
  network: EvmNetwork
  /** Additional facts; null until they have loaded. */
  insight: Insight | null
  /** The coins that go with it, if any. */
  sent: ReactNode
}

/** The number of effects shown; the details have all of them. */
const maxEffects = 6

/** Shows a call by its function and arguments: the contract decides what the function does, the arguments are what is signed. */
export function CallCard({ call, effects, network, insight, sent }: CallCardProps) {
  const tokens = insight?.tokens ?? null
  const isDanger = effects.some((each) => each.kind === 'allowAll' || (each.kind === 'allow' && each.unlimited))
  return (
    <Card title={call.fn === null ? t('call.unknown') : t('call.title')} tone={isDanger ? 'danger' : 'neutral'}>
      {sent}
      <KeyValueList>
        {effects.slice(0, maxEffects).map((effect, index) => (
          <EffectRows
            key={index}
            effect={effect}
            account={call.from}
            network={network}
            tokens={tokens}
            insight={insight}
          />
        ))}
        <KeyValue label={t('call.function')}>
          {call.fn === null ? <code className="wallet-code">{call.data.slice(0, 10)}</code> : call.fn.name}
        </KeyValue>
        {call.calls.length > 0 && <KeyValue label={t('call.inside')}>{call.calls.length}</KeyValue>}
        <Account label={sharedT('contract')} address={call.to} isFact={effects.length === 0} />
      </KeyValueList>
      {effects.some(({ kind }) => kind === 'bridge') && <Caution>{t('effect.elsewhere')}</Caution>}
    </Card>
  )
}

type EffectRowsProps = {
  effect: Effect
  account: string
  network: EvmNetwork
  tokens: TokenMap | null
  insight: Insight | null
}

function EffectRows({ effect, account, network, tokens, insight }: EffectRowsProps) {
  const nameOf = (address: EvmAddress): string | undefined => insight?.names.get(address)
  const amountOf = (asset: Parameters<typeof assetWords>[0], amount: bigint): ReactNode => {
    if (tokens === null) return <Skeleton />
    const { value, exact, symbol } = assetWords(asset, amount, network, tokens)
    const usd = worthOf(asset, amount, network, insight)
    return (
      <span {...fact}>
        <bdi dir="ltr" title={exact ?? undefined}>
          {value}
        </bdi>{' '}
        <bdi>{symbol}</bdi>
        {usd !== null && <bdi> ({usd})</bdi>}
      </span>
    )
  }
  switch (effect.kind) {
    case 'send':
      return (
        <KeyValue label={t('effect.send', { address: nameOf(effect.to) ?? shortAddress(effect.to) })}>
          −{amountOf(effect.asset, effect.amount)}
        </KeyValue>
      )
    case 'sendItems':
      return (
        <>
          {effect.items.slice(0, maxEffects).map(({ id, amount }) => (
            <KeyValue
              key={String(id)}
              label={amount === 1n ? t('effect.item') : t('effect.items', { amount: String(amount) })}
              stacked={id > 10n ** 12n}
            >
              <bdi dir="ltr">#{id.toString()}</bdi>
            </KeyValue>
          ))}
          <Account label={sharedT('to')} address={effect.to} name={nameOf(effect.to)} isFact />
        </>
      )
    case 'allow':
      return (
        <>
          <KeyValue label={effect.amount === 0n ? t('effect.noLongerSpent') : t('effect.spent')} stacked>
            <TokenAmount
              amount={effect.amount}
              isUnlimited={isUnlimited(effect.amount)}
              token={tokens === null ? { kind: 'loading' } : { kind: 'ready', value: tokens.get(effect.token) ?? null }}
            />
          </KeyValue>
          <Account label={t('effect.by')} address={effect.spender} name={nameOf(effect.spender)} isFact />
          <Account label={sharedT('tokenContract')} address={effect.token} />
        </>
      )
    case 'allowAll':
      return (
        <>
          <KeyValue label={t('effect.moved')} stacked>
            {t('effect.collection')}
          </KeyValue>
          <Account label={t('effect.by')} address={effect.operator} name={nameOf(effect.operator)} isFact />
        </>
      )
    case 'wrap':
    case 'unwrap':
      return (
        <KeyValue label={effect.kind === 'wrap' ? t('effect.wrap') : t('effect.unwrap')}>
          {amountOf('native', effect.amount)}
        </KeyValue>
      )
    case 'swap':
      return (
        <>
          <KeyValue label={effect.exactly === 'give' ? t('effect.give') : t('effect.giveAtMost')}>
            {amountOf(effect.give.asset, effect.give.amount)}
          </KeyValue>
          <KeyValue label={effect.exactly === 'get' ? t('effect.get') : t('effect.getAtLeast')}>
            {amountOf(effect.get.asset, effect.get.amount)}
          </KeyValue>
          {effect.to !== account && <Account label={t('effect.recipient')} address={effect.to} isFact />}
        </>
      )
    case 'bridge':
      return (
        <Bridge
          effect={effect}
          account={account}
          give={amountOf(effect.give.asset, effect.give.amount)}
          insight={insight}
        />
      )
  }
}

type BridgeProps = {
  effect: BridgeEffect
  account: string
  give: ReactNode
  insight: Insight | null
}

/** Shows what leaves here and what arrives on another network, which a simulation here doesn't show. */
function Bridge({ effect: { get, to, refundTo }, account, give, insight }: BridgeProps) {
  const { network = null, token = null } = insight?.elsewhere.get(elsewhereKey(get)) ?? {}
  const { value, symbol } =
    token?.kind === 'token'
      ? moneyWords(get.amount, token, 'down')
      : { value: get.amount.toString(), symbol: sharedT('token.units') }
  return (
    <>
      <KeyValue label={t('effect.give')}>{give}</KeyValue>
      <KeyValue label={t('effect.getAtLeast')}>
        {insight === null ? (
          <Skeleton />
        ) : (
          <span {...fact}>
            <bdi dir="ltr">{value}</bdi> <bdi>{symbol}</bdi>
          </span>
        )}
      </KeyValue>
      <KeyValue label={t('effect.arrivesOn')}>
        {insight === null ? <Skeleton /> : <bdi {...fact}>{network ?? get.network}</bdi>}
      </KeyValue>
      {get.asset !== 'native' && <Account label={sharedT('tokenContract')} address={get.asset} />}
      {to !== account && <Account label={t('effect.recipient')} address={to} isFact />}
      {refundTo !== account && <Account label={t('effect.refundedTo')} address={refundTo} isFact />}
    </>
  )
}

import { type DecodedCall, type Effect, type EvmNetwork, isUnlimited, shortAddress } from '@latchkey/chains'
import { Card, KeyValue, KeyValueList, Skeleton } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { assetWords } from '../token/assetWords.ts'
import { TokenAmount } from '../token/TokenAmount.tsx'
import { Account } from './Account.tsx'
import type { TokenBook } from './gatherInsight.ts'

export type CallCardProps = {
  call: DecodedCall
  effects: readonly Effect[]
  network: EvmNetwork
  tokens: TokenBook | null
  /** The coins that go with it, where there are any. */
  sent: ReactNode
}

/** Effects that are drawn; all of them are in the details. */
const maxEffects = 6

/** A call by what it promises: the function's name is the contract's business, its arguments are what is signed. */
export function CallCard({ call, effects, network, tokens, sent }: CallCardProps) {
  const isDanger = effects.some((each) => each.kind === 'allowAll' || (each.kind === 'allow' && each.unlimited))
  return (
    <Card title={call.fn === null ? 'What you use' : 'What the call says'} tone={isDanger ? 'danger' : 'neutral'}>
      {sent}
      <KeyValueList>
        {effects.slice(0, maxEffects).map((effect, index) => (
          <EffectRows key={index} effect={effect} account={call.from} network={network} tokens={tokens} />
        ))}
        <KeyValue label="Function">
          {call.fn === null ? <code className="wallet-code">{call.data.slice(0, 10)}</code> : call.fn.name}
        </KeyValue>
        {call.calls.length > 0 && <KeyValue label="Calls inside">{call.calls.length}</KeyValue>}
        <Account label="Contract" address={call.to} />
      </KeyValueList>
    </Card>
  )
}

type EffectRowsProps = { effect: Effect; account: string; network: EvmNetwork; tokens: TokenBook | null }

function EffectRows({ effect, account, network, tokens }: EffectRowsProps) {
  const amountOf = (asset: Parameters<typeof assetWords>[0], amount: bigint): ReactNode => {
    if (tokens === null) return <Skeleton />
    const { value, symbol } = assetWords(asset, amount, network, tokens)
    return (
      <>
        <bdi dir="ltr">{value}</bdi> <bdi>{symbol}</bdi>
      </>
    )
  }
  switch (effect.kind) {
    case 'send':
      return <KeyValue label={`To ${shortAddress(effect.to)}`}>−{amountOf(effect.asset, effect.amount)}</KeyValue>
    case 'sendItems':
      return (
        <>
          {effect.items.slice(0, maxEffects).map(({ id, amount }) => (
            <KeyValue key={String(id)} label={amount === 1n ? 'Item' : `${amount} of item`} stacked={id > 10n ** 12n}>
              <bdi dir="ltr">#{id.toString()}</bdi>
            </KeyValue>
          ))}
          <Account label="To" address={effect.to} />
        </>
      )
    case 'allow':
      return (
        <>
          <KeyValue label={effect.amount === 0n ? 'May no longer be spent' : 'May be spent'} stacked>
            <TokenAmount
              amount={effect.amount}
              isUnlimited={isUnlimited(effect.amount)}
              token={tokens === null ? { kind: 'loading' } : { kind: 'ready', value: tokens.get(effect.token) ?? null }}
            />
          </KeyValue>
          <Account label="By" address={effect.spender} />
          <Account label="Token contract" address={effect.token} />
        </>
      )
    case 'allowAll':
      return (
        <>
          <KeyValue label="May be moved" stacked>
            Every item of the collection, now and later
          </KeyValue>
          <Account label="By" address={effect.operator} />
        </>
      )
    case 'wrap':
    case 'unwrap':
      return (
        <KeyValue label={effect.kind === 'wrap' ? 'You wrap' : 'You unwrap'}>
          {amountOf('native', effect.amount)}
        </KeyValue>
      )
    case 'swap':
      return (
        <>
          <KeyValue label={effect.exactly === 'give' ? 'You give' : 'You give at most'}>
            {amountOf(effect.give.asset, effect.give.amount)}
          </KeyValue>
          <KeyValue label={effect.exactly === 'get' ? 'You get' : 'You get at least'}>
            {amountOf(effect.get.asset, effect.get.amount)}
          </KeyValue>
          {effect.to !== account && <Account label="It goes to somebody else" address={effect.to} />}
        </>
      )
  }
}

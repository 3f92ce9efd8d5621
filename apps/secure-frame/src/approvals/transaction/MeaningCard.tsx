import type { EvmNetwork, EvmTransaction, TokenCall } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { Amount, Card, KeyValue, KeyValueList, Notice, Skeleton } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { exactAmount } from '../screen/exactAmount.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { TokenAmount } from '../token/TokenAmount.tsx'
import { Account } from './Account.tsx'
import { CallCard } from './CallCard.tsx'
import type { ReadTransaction } from './describeTransaction.ts'
import type { TokenBook } from './gatherInsight.ts'

export type MeaningCardProps = {
  transaction: ReadTransaction
  request: EvmTransaction
  network: EvmNetwork
  token: Loaded<TokenFacts | null>
  /** What other tokens say of themselves; null until they have been asked. */
  tokens: TokenBook | null
  /** The coins that go with a call: not where its expected changes tell them already. */
  showsCoins: boolean
}

/** What moves, and to whom, as the transaction says itself. */
export function MeaningCard({ transaction, request, network, token, tokens, showsCoins }: MeaningCardProps) {
  const { meaning } = transaction
  const { symbol, decimals } = network.nativeCurrency
  const sent = showsCoins && request.value > 0n && (
    <div className="wallet-amount">
      <Amount direction="out" value={exactAmount(request.value, decimals)} symbol={symbol} />
    </div>
  )
  switch (meaning.kind) {
    case 'create':
      return (
        <>
          {sent && <Card title={t('pays')}>{sent}</Card>}
          <Notice>{t('create', { bytes: request.data.length / 2 - 1 })}</Notice>
        </>
      )
    case 'transfer':
      return (
        <Card title={t('sends')}>
          {sent}
          <KeyValueList>
            <Account label={sharedT('to')} address={meaning.to} />
          </KeyValueList>
        </Card>
      )
    case 'call':
      return (
        <CallCard call={meaning.call} effects={transaction.effects} network={network} tokens={tokens} sent={sent} />
      )
    case 'token':
      return (
        <>
          <TokenCard call={meaning.call} contract={meaning.token} token={token} />
          {sent && <Card title={t('alsoPays')}>{sent}</Card>}
        </>
      )
  }
}

type TokenCardProps = { call: TokenCall; contract: string; token: Loaded<TokenFacts | null> }

function TokenCard({ call, contract, token }: TokenCardProps) {
  const contractRow = <Account label={sharedT('tokenContract')} address={contract} />
  switch (call.kind) {
    case 'setApprovalForAll':
      return (
        <Right takesBack={!call.approved} tone={call.approved ? 'danger' : 'neutral'}>
          <KeyValue label={t('right.what')} stacked>
            {t('right.collection')}
          </KeyValue>
          <Account label={call.approved ? t('right.operator') : t('right.formerOperator')} address={call.operator} />
          <Account label={t('collection')} address={contract} />
        </Right>
      )
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance': {
      const isUnlimited = call.kind !== 'decreaseAllowance' && call.unlimited && !isCollection(token)
      const takesBack = call.kind === 'decreaseAllowance' || (call.amount === 0n && !isCollection(token))
      return (
        <Right takesBack={takesBack} tone={isUnlimited ? 'danger' : takesBack ? 'neutral' : 'warning'}>
          {(call.amount > 0n || isCollection(token)) && (
            <KeyValue label={call.kind === 'approve' ? sharedT('amount') : t('right.added')} stacked>
              {call.kind === 'decreaseAllowance' && '−'}
              <TokenAmount amount={call.amount} isUnlimited={isUnlimited} token={token} />
            </KeyValue>
          )}
          <Account label={sharedT('spender')} address={call.spender} />
          {contractRow}
        </Right>
      )
    }
    case 'transfer':
    case 'transferFrom':
      return (
        <Card title={t('sends')}>
          <div className="wallet-amount">
            <TokenTotal amount={call.amount} token={token} />
          </div>
          <KeyValueList>
            {call.kind === 'transferFrom' && <Account label={sharedT('from')} address={call.from} />}
            <Account label={sharedT('to')} address={call.to} />
            {contractRow}
          </KeyValueList>
        </Card>
      )
  }
}

const isCollection = (token: Loaded<TokenFacts | null>): boolean =>
  token.kind === 'ready' && token.value?.kind === 'collection'

type RightProps = { takesBack: boolean; tone: 'neutral' | 'warning' | 'danger'; children: ReactNode }

function Right({ takesBack, tone, children }: RightProps) {
  return (
    <Card tone={tone} title={takesBack ? sharedT('takesBack') : sharedT('allows')}>
      <KeyValueList>{children}</KeyValueList>
    </Card>
  )
}

function TokenTotal({ amount, token }: { amount: bigint; token: TokenCardProps['token'] }) {
  if (token.kind === 'loading') return <Skeleton shape="amount" />
  const facts = token.kind === 'ready' ? token.value : null
  if (facts === null) return <Amount direction="out" value={amount.toString()} symbol={sharedT('token.units')} />
  return facts.kind === 'token' ? (
    <Amount direction="out" value={exactAmount(amount, facts.decimals)} symbol={facts.symbol} />
  ) : (
    <Amount direction="out" value={`#${amount}`} symbol={facts.symbol} />
  )
}

import type { EvmAddress, EvmNetwork, EvmTransaction, TokenCall } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { Card, KeyValue, KeyValueList, Skeleton } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { Caution } from '../screen/Caution.tsx'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { Account } from './Account.tsx'
import { assetWords, moneyWords, worthOf } from './assetWords.ts'
import { CallCard } from './CallCard.tsx'
import type { ReadTransaction } from './describeTransaction.ts'
import type { Insight } from './gatherInsight.ts'
import { Money } from './Money.tsx'
import { TokenAmount } from './TokenAmount.tsx'

export type MeaningCardProps = {
  transaction: ReadTransaction
  request: EvmTransaction
  network: EvmNetwork
  token: Loaded<TokenFacts | null>
  /** Additional facts; null until they have loaded. */
  insight: Insight | null
  /** The coins that go with a call; absent where its expected changes already include them. */
  showsCoins: boolean
}

/** Shows what moves, and to which account, as the transaction itself states it. */
export function MeaningCard({ transaction, request, network, token, insight, showsCoins }: MeaningCardProps) {
  const { meaning } = transaction
  const nameOf = (address: EvmAddress): string | undefined => insight?.names.get(address)
  const sent = showsCoins && request.value > 0n && (
    <Money
      direction="out"
      fiat={worthOf('native', request.value, network, insight) ?? undefined}
      {...moneyWords(request.value, network.nativeCurrency)}
    />
  )
  switch (meaning.kind) {
    case 'create':
      return (
        <>
          {sent && <Card title={t('pays')}>{sent}</Card>}
          <Caution>{t('create', { bytes: request.data.length / 2 - 1 })}</Caution>
        </>
      )
    case 'transfer':
      return (
        <Card title={t('sends')}>
          {sent}
          <KeyValueList>
            <Account label={sharedT('to')} address={meaning.to} name={nameOf(meaning.to)} isFact />
          </KeyValueList>
        </Card>
      )
    case 'call':
      return (
        <CallCard call={meaning.call} effects={transaction.effects} network={network} insight={insight} sent={sent} />
      )
    case 'token':
      return (
        <>
          <TokenCard
            call={meaning.call}
            contract={meaning.token}
            token={token}
            network={network}
            insight={insight}
            nameOf={nameOf}
          />
          {sent && <Card title={t('alsoPays')}>{sent}</Card>}
        </>
      )
  }
}

type TokenCardProps = {
  call: TokenCall
  contract: EvmAddress
  token: Loaded<TokenFacts | null>
  network: EvmNetwork
  insight: Insight | null
  nameOf: (address: EvmAddress) => string | undefined
}

function TokenCard({ call, contract, token, network, insight, nameOf }: TokenCardProps) {
  switch (call.kind) {
    case 'setApprovalForAll':
      return (
        <Right takesBack={!call.approved} tone={call.approved ? 'danger' : 'neutral'}>
          <KeyValue label={t('right.what')} stacked>
            {t('right.collection')}
          </KeyValue>
          <Account
            label={call.approved ? t('right.operator') : t('right.formerOperator')}
            address={call.operator}
            name={nameOf(call.operator)}
            isFact
          />
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
          <Account label={sharedT('spender')} address={call.spender} name={nameOf(call.spender)} isFact />
        </Right>
      )
    }
    case 'transfer':
    case 'transferFrom':
      return (
        <Card title={t('sends')}>
          <TokenTotal amount={call.amount} contract={contract} token={token} network={network} insight={insight} />
          <KeyValueList>
            {call.kind === 'transferFrom' && <Account label={sharedT('from')} address={call.from} isFact />}
            <Account label={sharedT('to')} address={call.to} name={nameOf(call.to)} isFact />
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

type TokenTotalProps = Pick<TokenCardProps, 'contract' | 'token' | 'network' | 'insight'> & { amount: bigint }

function TokenTotal({ amount, contract, token, network, insight }: TokenTotalProps) {
  if (token.kind === 'loading') return <Skeleton shape="amount" />
  const facts = token.kind === 'ready' ? token.value : null
  const words = assetWords(contract, amount, network, new Map([[contract, facts]]))
  const usd = worthOf(contract, amount, network, insight)
  return <Money direction="out" fiat={usd ?? undefined} {...words} />
}

/** Shows the contract of a transaction's token: its name is only the contract's claim. */
export function TokenContract({ transaction: { meaning } }: Pick<MeaningCardProps, 'transaction'>) {
  if (meaning.kind !== 'token') return null
  const isCollection = meaning.call.kind === 'setApprovalForAll'
  return <Account label={isCollection ? t('collection') : sharedT('tokenContract')} address={meaning.token} />
}

import type { Erc20Call, EvmNetwork, EvmTransaction } from '@latchkey/chains'
import { Address, Amount, Card, KeyValue, KeyValueList, Notice, Skeleton } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { TokenAmount } from '../token/TokenAmount.tsx'
import type { TransactionMeaning } from './describeTransaction.ts'

export type MeaningCardProps = {
  meaning: TransactionMeaning
  request: EvmTransaction
  network: EvmNetwork
  token: Loaded<TokenFacts | null>
}

/** What moves, and to whom. */
export function MeaningCard({ meaning, request, network, token }: MeaningCardProps) {
  const { symbol, decimals } = network.nativeCurrency
  const sent = request.value > 0n && (
    <div className="wallet-amount">
      <Amount direction="out" value={exactAmount(request.value, decimals)} symbol={symbol} />
    </div>
  )
  switch (meaning.kind) {
    case 'create':
      return (
        <>
          {sent && <Card title="What you pay">{sent}</Card>}
          <Notice>
            The transaction carries the code of a new contract ({request.data.length / 2 - 1} bytes). What it does
            cannot be told from here.
          </Notice>
        </>
      )
    case 'transfer':
      return (
        <Card title="What you send">
          {sent}
          <KeyValueList>
            <Account label="To" address={meaning.to} />
          </KeyValueList>
        </Card>
      )
    case 'call':
      return (
        <>
          <Card title="What you use">
            {sent}
            <KeyValueList>
              <Account label="Contract" address={meaning.to} />
              <KeyValue label="Function">
                <code className="wallet-code">{meaning.selector}</code>
              </KeyValue>
            </KeyValueList>
          </Card>
          <Notice variant="warning" title="The wallet cannot read this call">
            What the contract will do with your account cannot be told from here. Go on only if you trust the page.
          </Notice>
        </>
      )
    case 'token':
      return (
        <>
          <TokenCard call={meaning.call} contract={meaning.token} token={token} />
          {sent && <Card title="What you also pay">{sent}</Card>}
        </>
      )
  }
}

type TokenCardProps = { call: Erc20Call; contract: string; token: Loaded<TokenFacts | null> }

function TokenCard({ call, contract, token }: TokenCardProps) {
  if (call.kind === 'approve') {
    const tone = call.unlimited ? 'danger' : call.amount === 0n ? 'neutral' : 'warning'
    return (
      <>
        <Card tone={tone} title={call.amount === 0n ? 'What you take back' : 'What you allow'}>
          <KeyValueList>
            {call.amount > 0n && (
              <KeyValue label="Amount" stacked>
                <TokenAmount amount={call.amount} isUnlimited={call.unlimited} token={token} />
              </KeyValue>
            )}
            <Account label="Who may spend" address={call.spender} />
            <Account label="Token contract" address={contract} />
          </KeyValueList>
        </Card>
        {call.amount > 0n && (
          <Notice variant={call.unlimited ? 'danger' : 'warning'} title="This lasts until you take it back">
            Whoever may spend can take the tokens at any time, without asking again.
          </Notice>
        )}
      </>
    )
  }
  return (
    <Card title="What you send">
      <div className="wallet-amount">
        <TokenTotal amount={call.amount} token={token} />
      </div>
      <KeyValueList>
        {call.kind === 'transferFrom' && <Account label="From" address={call.from} />}
        <Account label="To" address={call.to} />
        <Account label="Token contract" address={contract} />
      </KeyValueList>
    </Card>
  )
}

function TokenTotal({ amount, token }: { amount: bigint; token: TokenCardProps['token'] }) {
  if (token.kind === 'loading') return <Skeleton shape="amount" />
  const facts = token.kind === 'ready' ? token.value : null
  return facts === null ? (
    <Amount direction="out" value={amount.toString()} symbol="units" />
  ) : (
    <Amount direction="out" value={exactAmount(amount, facts.decimals)} symbol={facts.symbol} />
  )
}

function Account({ label, address }: { label: string; address: string }) {
  return (
    <KeyValue label={label} stacked>
      <Address address={address} form="full" />
    </KeyValue>
  )
}

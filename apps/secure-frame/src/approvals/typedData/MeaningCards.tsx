import { decodeCall, type EvmNetwork, type OrderSide, type TypedDataMeaning } from '@latchkey/chains'
import { Amount, Card, Details, KeyValue, KeyValueList, Notice, Skeleton, Text } from '@latchkey/ui'
import { useMemo } from 'react'
import type { ChainReader } from '../../chain/createChainReader.ts'
import { exactAmount } from '../screen/exactAmount.ts'
import { ContractLine } from '../token/ContractLine.tsx'
import { useToken } from '../token/useToken.ts'
import { Account } from '../transaction/Account.tsx'
import { CallTree } from '../transaction/CallTree.tsx'
import { PermitCard } from './PermitCard.tsx'
import { untilWords } from './untilWords.ts'
import { visibleText } from './visibleText.ts'

export type MeaningCardsProps = {
  meaning: TypedDataMeaning
  /** Who would sign. */
  account: string
  network: EvmNetwork
  read: ChainReader
}

/** What signing does, where the fields are those of something known. Every field stands below all the same. */
export function MeaningCards({ meaning, account, network, read }: MeaningCardsProps) {
  switch (meaning.kind) {
    case 'permit':
      return <PermitCard permit={meaning.permit} account={account} read={read} />
    case 'order':
      return <OrderCard order={meaning} account={account} network={network} read={read} />
    case 'safeTransaction':
      return (
        <>
          {meaning.delegates && (
            <Notice variant="danger" title="The contract gets all power over the Safe">
              The call runs as the Safe itself (a delegate call): it could replace the owners or take everything.
            </Notice>
          )}
          <CalledCard title="What the Safe would do" call={meaning.call} network={network} who="Safe" />
        </>
      )
    case 'forwardedCall':
      return (
        <>
          <CalledCard title="What would be called" call={meaning.call} network={network} who="On behalf of" />
          <Notice variant="warning" title="Signing is enough">
            Whoever has this signature can send the call, and it counts as yours.
          </Notice>
        </>
      )
    case 'delegation':
      return (
        <>
          <Card tone={meaning.power === 'account' ? 'danger' : 'warning'} title="What you hand over">
            <KeyValueList>
              <KeyValue label="What" stacked>
                {meaning.power === 'votes' ? 'Your votes' : 'The power to act as your account'}
              </KeyValue>
              <Account label="To" address={meaning.delegate} />
              {meaning.expires !== null && <KeyValue label="Usable until">{untilWords(meaning.expires)}</KeyValue>}
            </KeyValueList>
          </Card>
          {meaning.power === 'account' && (
            <Notice variant="danger" title="This may be everything">
              How much they may do depends on the limits among the fields below. Without limits, it is all you have.
            </Notice>
          )}
        </>
      )
    case 'signIn':
      return meaning.statement === null ? null : (
        <Card title="What it says">
          <bdi className="wallet-text">{visibleText(meaning.statement)}</bdi>
        </Card>
      )
    case 'unknown':
      return null
  }
}

type Order = Extract<TypedDataMeaning, { kind: 'order' }>
type OrderCardProps = { order: Order; account: string; network: EvmNetwork; read: ChainReader }

/** Sides of an order that are drawn; the rest are among the fields. */
const maxSides = 8

function OrderCard({ order: { give, get, expires }, account, network, read }: OrderCardProps) {
  // What the order pays to others is not got by whoever signs.
  const mine = get.filter(({ to }) => to === null || to === account)
  const theirs = get.filter(({ to }) => to !== null && to !== account)
  return (
    <>
      <Card title="You give" tone={mine.length === 0 ? 'danger' : 'neutral'}>
        <Sides sides={give} direction="out" network={network} read={read} />
      </Card>
      <Card title="You get" tone={mine.length === 0 ? 'danger' : 'neutral'}>
        {mine.length === 0 ? (
          <Text tone="danger">Nothing</Text>
        ) : (
          <Sides sides={mine} direction="in" network={network} read={read} />
        )}
      </Card>
      {theirs.length > 0 && (
        <Card title="Others get">
          <Sides sides={theirs} network={network} read={read} />
        </Card>
      )}
      {expires !== null && (
        <KeyValueList>
          <KeyValue label="Usable until">{untilWords(expires)}</KeyValue>
        </KeyValueList>
      )}
      <Notice variant={mine.length === 0 ? 'danger' : 'warning'} title="Signing is enough">
        Whoever has this signature can make the trade, without asking again.
      </Notice>
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
            <Amount
              {...(direction === undefined ? {} : { direction })}
              value={exactAmount(side.amount, network.nativeCurrency.decimals)}
              symbol={network.nativeCurrency.symbol}
            />
          ) : (
            <TokenSide side={side} token={side.asset} direction={direction} read={read} />
          )}
        </li>
      ))}
      {sides.length > maxSides && <li>{`and ${sides.length - maxSides} more, among the fields below`}</li>}
    </ul>
  )
}

type TokenSideProps = { side: OrderSide; token: string; direction: 'in' | 'out' | undefined; read: ChainReader }

function TokenSide({ side: { amount, id }, token, direction, read }: TokenSideProps) {
  const loaded = useToken(token, read)
  if (loaded.kind === 'loading') return <Skeleton shape="amount" />
  const facts = loaded.kind === 'ready' ? loaded.value : null
  const words =
    id !== null
      ? { value: amount.toString(), symbol: facts?.symbol ?? 'item' }
      : facts?.kind === 'token'
        ? { value: exactAmount(amount, facts.decimals), symbol: facts.symbol }
        : { value: amount.toString(), symbol: 'units' }
  return (
    <Amount
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
  const { symbol, decimals } = network.nativeCurrency
  return (
    <Card title={title}>
      {call.value > 0n && (
        <div className="wallet-amount">
          <Amount direction="out" value={exactAmount(call.value, decimals)} symbol={symbol} />
        </div>
      )}
      <KeyValueList>
        <KeyValue label="Action">{actionOf(decoded.fn?.does, call.data)}</KeyValue>
        <Account label={who} address={call.from} />
        <Account label="To" address={call.to} />
      </KeyValueList>
      {decoded.fn !== null && (
        <Details summary="All arguments">
          <CallTree call={decoded} network={network} />
        </Details>
      )}
    </Card>
  )
}

const actionOf = (does: string | undefined, data: string): string =>
  does ?? (data === '0x' ? 'Send coins' : `Unknown function ${data.slice(0, 10)}`)

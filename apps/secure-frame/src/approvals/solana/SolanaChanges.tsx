import { type SolanaChange, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { rich } from '@latchkey/copy/react'
import { t as simulationT } from '@latchkey/copy/simulation'
import { Card, KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'
import { moneyWords } from '../transaction/assetWords.ts'
import { Money } from '../transaction/Money.tsx'
import { type SolanaTokenData, tokenAmount, withMint, worth } from './solanaAmounts.ts'

export type SolanaChangesProps = {
  title: string
  /** Null while the simulation runs. */
  changes: readonly SolanaChange[] | null
  book: Pick<SolanaTokenData, 'mints' | 'prices'>
  /** True if all instructions are readable, so that nothing can leave beyond the shown changes. */
  isAll: boolean
  /** Lamports of fees that are among the changes. */
  fee: bigint
}

/** The number of changes shown; of the rest, the number is shown. */
const maxChanges = 8

/** Shows what the account loses and gains, and who may spend what, as the network simulated it. */
export function SolanaChanges({ title, changes, isAll, book, fee }: SolanaChangesProps) {
  if (changes === null) {
    return (
      <Card title={title}>
        <Skeleton shape="amount" />
        <Skeleton count={2} />
      </Card>
    )
  }
  // The fee has its own row: changes are shown without it, as on every network.
  const told = changes.flatMap((change): SolanaChange[] => {
    if (change.kind !== 'sol') return [change]
    const lamports = change.lamports + fee
    return lamports === 0n ? [] : [{ ...change, lamports }]
  })
  const shown = told.slice(0, maxChanges)
  const moves = shown.filter((change) => change.kind === 'sol' || change.kind === 'token')
  const rights = shown.filter((change) => change.kind !== 'sol' && change.kind !== 'token')
  return (
    <Card title={title} tone={rights.length > 0 ? 'danger' : 'neutral'}>
      {told.length === 0 && <Text>{isAll ? simulationT('nothing') : t('changes.nothingOfTokens')}</Text>}
      {moves.length > 0 && (
        <ul className="wallet-changes">
          {moves.map((change) => (
            <li key={keyOf(change)}>
              <Moved change={change} book={book} />
            </li>
          ))}
        </ul>
      )}
      {rights.length > 0 && (
        <div {...fact}>
          <KeyValueList>
            {rights.map((change) => (
              <Right key={keyOf(change)} change={change} book={book} />
            ))}
          </KeyValueList>
        </div>
      )}
      {told.length > maxChanges && (
        <Text size="small" tone="warning">
          {simulationT('more', { count: told.length - maxChanges })}
        </Text>
      )}
      <Text size="small" tone="secondary">
        {simulationT('tried')}
      </Text>
    </Card>
  )
}

type Move = Extract<SolanaChange, { kind: 'sol' | 'token' }>

function Moved({ change, book }: { change: Move; book: Pick<SolanaTokenData, 'mints' | 'prices'> }) {
  const units = change.kind === 'sol' ? change.lamports : change.amount
  const amount = units < 0n ? -units : units
  const direction = units < 0n ? 'out' : 'in'
  if (change.kind === 'sol') {
    const fiat = worth(null, amount, book) ?? undefined
    const words = moneyWords(amount, { decimals: 9, symbol: 'SOL' }, units < 0n ? 'up' : 'down')
    return <Money direction={direction} {...words} fiat={fiat} />
  }
  const words = tokenAmount(change.mint, amount, book, undefined, units < 0n ? 'up' : 'down')
  const price = worth(change.mint, amount, book)
  const origin = (
    <>
      <bdi dir="ltr" className="wallet-contract">
        {shortAddress(change.mint)}
      </bdi>
      {price !== null && ` · ${price}`}
    </>
  )
  return <Money direction={direction} {...words} fiat={origin} />
}

function Right({ change, book }: { change: Exclude<SolanaChange, Move>; book: Pick<SolanaTokenData, 'mints'> }) {
  switch (change.kind) {
    case 'delegate': {
      const { value, symbol } = tokenAmount(change.mint, change.amount, book)
      const token = <bdi>{withMint(symbol, change.mint)}</bdi>
      return (
        <KeyValue label={t('changes.mayTake', { delegate: shortAddress(change.delegate) })} stacked>
          {change.isAll ? (
            rich((at) => t('changes.allOf', at), { token })
          ) : (
            <>
              <bdi dir="ltr">{value} </bdi>
              {token}
            </>
          )}
        </KeyValue>
      )
    }
    case 'lost':
      return (
        <KeyValue label={t('changes.lost')} stacked>
          {shortAddress(change.to)}
        </KeyValue>
      )
    case 'assigned':
      return (
        <KeyValue label={t('changes.assigned')} stacked>
          {shortAddress(change.to)}
        </KeyValue>
      )
  }
}

const keyOf = (change: SolanaChange): string =>
  Object.entries(change)
    .filter(([name]) => name !== 'amount' && name !== 'lamports')
    .map(([, value]) => String(value))
    .join(' ')

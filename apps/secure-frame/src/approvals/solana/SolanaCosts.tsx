import type { SolanaNetwork } from '@latchkey/chains'
import { KeyValue, KeyValueList, Skeleton, Tag, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'
import type { Loaded } from '../screen/useLoaded.ts'
import { sol, worth } from './actionWords.ts'
import { type Examined, feesOf } from './examineSolana.ts'

export type SolanaCostsProps = {
  network: SolanaNetwork
  own: string
  examined: Loaded<Examined>
  /** The page gets it back and sends it itself. */
  isSentByPage: boolean
}

/** On which network, what it may cost, and who sends it. */
export function SolanaCosts({ network, own, examined, isSentByPage }: SolanaCostsProps) {
  const known = examined.kind === 'ready' ? examined.value : null
  const transactions = known?.transactions ?? []
  const priority = transactions.reduce((sum, { fee }) => sum + fee.priority, 0n)
  const rent = transactions.reduce((sum, { tried }) => sum + (tried.kind === 'ran' ? tried.rent : 0n), 0n)
  const isPaidByOthers = transactions.some(({ transaction }) => transaction.signers[0] !== own)
  const fee = feesOf(transactions, own)
  return (
    <KeyValueList>
      <KeyValue label="Network">
        <span className="wallet-network">
          <bdi>{network.name}</bdi>
          {network.testnet && <Tag label="Test network" />}
        </span>
      </KeyValue>
      <KeyValue label="Network fee">
        {waiting(examined, () => (fee === 0n ? 'paid by somebody else' : <Fee fee={fee} known={known} />))}
      </KeyValue>
      {fee > 0n && isPaidByOthers && <KeyValue label="Other fees">paid by somebody else</KeyValue>}
      {priority > 0n && <KeyValue label="Of it to be first">{amount(priority)}</KeyValue>}
      {rent > 0n && <KeyValue label="Rent of new accounts">{amount(rent)}</KeyValue>}
      {isSentByPage && <KeyValue label="Sent by">the page</KeyValue>}
    </KeyValueList>
  )
}

function Fee({ fee, known }: { fee: bigint; known: Examined | null }) {
  const price = known === null ? null : worth(null, fee, known)
  return (
    <>
      at most {amount(fee)}
      {price !== null && (
        <Text size="small" tone="secondary" align="end">
          {price}
        </Text>
      )}
    </>
  )
}

const amount = (lamports: bigint): ReactNode => <bdi dir="ltr">{sol(lamports)}</bdi>

const waiting = (loaded: Loaded<unknown>, words: () => ReactNode): ReactNode => {
  if (loaded.kind === 'ready') return words()
  if (loaded.kind === 'failed') return 'not known'
  return (
    <span className="wallet-wait">
      <Skeleton />
    </span>
  )
}

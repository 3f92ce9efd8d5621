import type { SolanaNetwork } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { rich } from '@latchkey/copy/react'
import { KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { NetworkRow } from '../screen/NetworkRow.tsx'
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
      <NetworkRow network={network} />
      <KeyValue label={sharedT('networkFee')}>
        {waiting(examined, () => (fee === 0n ? t('costs.paidByOthers') : <Fee fee={fee} known={known} />))}
      </KeyValue>
      {fee > 0n && isPaidByOthers && <KeyValue label={t('costs.otherFees')}>{t('costs.paidByOthers')}</KeyValue>}
      {priority > 0n && <KeyValue label={t('costs.priority')}>{amount(priority)}</KeyValue>}
      {rent > 0n && <KeyValue label={t('costs.rent')}>{amount(rent)}</KeyValue>}
      {isSentByPage && <KeyValue label={t('costs.sentBy')}>{t('costs.page')}</KeyValue>}
    </KeyValueList>
  )
}

function Fee({ fee, known }: { fee: bigint; known: Examined | null }) {
  const price = known === null ? null : worth(null, fee, known)
  return (
    <>
      {rich((at) => sharedT('atMost', at), { amount: amount(fee) })}
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
  if (loaded.kind === 'failed') return sharedT('notKnown')
  return (
    <span className="wallet-wait">
      <Skeleton />
    </span>
  )
}

import type { SolanaNetwork } from '@latchkey/chains'
import { wrappedSolMint } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { KeyValue, KeyValueList } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { fact } from '../screen/createReading.ts'
import { NetworkRow } from '../screen/NetworkRow.tsx'
import { CostPending, UpTo } from '../screen/UpTo.tsx'
import type { Loaded } from '../screen/useLoaded.ts'
import { type Examined, feesOf } from './examineSolana.ts'
import { sol } from './solanaAmounts.ts'

export type SolanaCostsProps = {
  network: SolanaNetwork
  own: string
  examined: Loaded<Examined>
  /** The page gets it back and sends it itself. */
  isSentByPage: boolean
}

/** Shows the network, the maximum cost, and who sends it. */
export function SolanaCosts({ network, own, examined, isSentByPage }: SolanaCostsProps) {
  const known = examined.kind === 'ready' ? examined.value : null
  const transactions = known?.transactions ?? []
  const priority = transactions.reduce((sum, { fee }) => sum + fee.priority, 0n)
  const rent = transactions.reduce((sum, { tried }) => sum + (tried.kind === 'ran' ? tried.rent : 0n), 0n)
  const isPaidByOthers = transactions.some(({ transaction }) => transaction.signers[0] !== own)
  const fee = feesOf(transactions, own)
  return (
    <KeyValueList>
      <KeyValue label={sharedT('networkFee')}>
        {waiting(examined, () =>
          fee === 0n ? (
            <span {...fact}>{t('costs.paidByOthers')}</span>
          ) : (
            <UpTo units={fee} symbol="SOL" decimals={9} priceUsd={known?.prices.get(wrappedSolMint) ?? null} isFact />
          ),
        )}
      </KeyValue>
      {fee > 0n && isPaidByOthers && <KeyValue label={t('costs.otherFees')}>{t('costs.paidByOthers')}</KeyValue>}
      {priority > 0n && <KeyValue label={t('costs.priority')}>{amount(priority)}</KeyValue>}
      {rent > 0n && <KeyValue label={t('costs.rent')}>{amount(rent)}</KeyValue>}
      <NetworkRow network={network} />
      {isSentByPage && <KeyValue label={t('costs.sentBy')}>{t('costs.page')}</KeyValue>}
    </KeyValueList>
  )
}

const amount = (lamports: bigint): ReactNode => <bdi dir="ltr">{sol(lamports)}</bdi>

const waiting = (loaded: Loaded<unknown>, words: () => ReactNode): ReactNode =>
  loaded.kind === 'ready' ? words() : <CostPending isLoading={loaded.kind === 'loading'} />

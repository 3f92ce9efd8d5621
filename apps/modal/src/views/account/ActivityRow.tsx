import type { AccountTransaction } from '@latchkey/api-client'
import { formatDay, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/activity'
import { rich } from '@latchkey/copy/react'
import { Icon, type IconName, Row, Tag } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { describeTransaction, type Moved } from '../../account/activity/describeTransaction.ts'
import { explorerUrl } from '../../account/explorerUrl.ts'
import { TokenPicture } from '../../parts/TokenPicture.tsx'
import { findNetworkAtom } from '../../state/networks.ts'

type Status = AccountTransaction['metadata']['status']

/** One transaction, with a link to the block explorer. */
export function ActivityRow({ transaction, me }: { transaction: AccountTransaction; me: string }) {
  const { metadata } = transaction
  const { words, icon, moved, party } = describeTransaction(transaction, me)
  const href = explorerUrl(useAtomValue(findNetworkAtom)(metadata.chain), 'transaction', metadata.hash)
  const name = party !== null && (
    <bdi dir={party.isAddress ? 'ltr' : 'auto'}>{party.isAddress ? shortAddress(party.name) : party.name}</bdi>
  )
  return (
    <Row
      title={
        <span part="thing-title">
          {t(words)}
          {metadata.status === 'pending' && <Tag label={t('pending')} tone="warning" />}
          {metadata.status === 'failed' && <Tag label={t('wasFailed')} tone="danger" />}
        </span>
      }
      description={
        <>
          {formatDay(new Date(metadata.minedAt))}
          {party !== null && <> · {rich((filled) => t(party.way, filled), { name })}</>}
        </>
      }
      icon={<Picture moved={moved[0]} icon={icon} status={metadata.status} />}
      {...(moved.length > 0 && { trailing: <Amounts moved={moved} /> })}
      {...(href !== undefined && { href })}
    />
  )
}

const statusIcons: Readonly<Record<Status, IconName | undefined>> = {
  confirmed: undefined,
  pending: 'clock',
  failed: 'error',
}

/** The transferred token with the transaction's status, or, without a transfer, the operation. */
function Picture({ moved, icon, status }: { moved: Moved | undefined; icon: IconName; status: Status }) {
  const mark = statusIcons[status] ?? icon
  if (moved === undefined || moved.isCollectible)
    return (
      <span part="thing-picture" data-drawn="" data-tone={status === 'failed' ? 'danger' : undefined}>
        <Icon name={moved === undefined || status !== 'confirmed' ? mark : 'grid'} />
      </span>
    )
  return (
    <span part="thing-picture">
      <TokenPicture symbol={moved.of ?? '?'} iconUrl={moved.iconUrl} />
      <span part="thing-badge">
        <Icon name={mark} size={12} />
      </span>
    </span>
  )
}

function Amounts({ moved }: { moved: readonly Moved[] }) {
  return (
    <span part="moved">
      {moved.map(({ text, of, direction }, index) => (
        <span key={`${index} ${text}`} data-direction={direction}>
          <bdi>{text}</bdi> <bdi>{of ?? t('collectible')}</bdi>
        </span>
      ))}
    </span>
  )
}

import { t } from '@latchkey/copy/wallets'
import { Icon, Row, Tag, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { memo } from 'react'
import { connectWalletAtom, type WalletTarget } from '../../state/connecting.ts'
import { recentWalletIdsAtom } from '../../state/recentWallets.ts'
import { useWalletImage } from './useWalletImage.ts'

export type WalletRowProps = { target: WalletTarget; tabIndex?: 0 | -1 }

/** A wallet to choose. Redrawn only when it changes: a scrolling list draws the new rows. */
export const WalletRow = memo(function WalletRow({ target, tabIndex }: WalletRowProps) {
  const image = useWalletImage(target)
  const connect = useSetAtom(connectWalletAtom)
  const isAny = target.group === 'walletConnect'
  return (
    <Row
      title={<bdi>{target.name}</bdi>}
      icon={isAny && image.src === null ? 'device' : <WalletIcon name={target.name} {...image} />}
      trailing={<Mark target={target} />}
      onClick={() => void connect(target)}
      tabIndex={tabIndex}
    />
  )
})

function Mark({ target: { group, wallet, isInstalled } }: WalletRowProps) {
  const recent = useAtomValue(recentWalletIdsAtom)
  if (group === 'walletConnect') return <Icon name="qr" size={20} label={t('scan')} />
  if (wallet !== null && recent.includes(wallet.id)) return <Tag label={t('recent')} />
  return isInstalled ? <Tag label={t('installed')} tone="live" /> : null
}

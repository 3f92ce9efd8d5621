import { t } from '@latchkey/copy/connecting'
import { WalletIcon } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { servicesAtom } from '../../services.ts'
import { connectingAtom, type WalletTarget } from '../../state/connecting.ts'
import { useIsLate } from '../useIsLate.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { ConnectingFailed } from './ConnectingFailed.tsx'
import { ConnectingLayout } from './ConnectingLayout.tsx'

/** After so long a wallet that was going to open by itself has done so. */
const slowMs = 6000

/** A wallet in this browser requests approval; this shows where, until it has answered. */
export function ConnectingExternal() {
  const connecting = useAtomValue(connectingAtom)
  if (connecting.status === 'failed') return <ConnectingFailed connecting={connecting} />
  return connecting.status === 'waiting' ? <Waiting target={connecting.target} /> : null
}

function Waiting({ target }: { target: WalletTarget }) {
  const { isMobile } = useAtomValue(servicesAtom)
  const image = useWalletImage(target)
  const isSlow = useIsLate(slowMs, target.key)
  const { name } = target
  const where = isMobile() ? 'app' : isSlow ? 'slow' : 'extension'
  return (
    <ConnectingLayout
      picture={<WalletIcon name={name} {...image} size={72} busy={t('waiting', { name })} />}
      title={t('title', { name })}
      text={t(where, { name })}
    />
  )
}

import { Button, Icon, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { allListAtom } from '../../directory/rankedWallets.ts'
import { type Connecting, connectWalletAtom, renewPairingAtom, retryConnectingAtom } from '../../state/connecting.ts'
import { pushAtom, replaceAtom } from '../../state/route.ts'
import { errorWords } from '../../words/errorWords.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { ConnectingLayout } from './ConnectingLayout.tsx'

type Failed = Extract<Connecting, { status: 'failed' }>

/** Why a wallet is not connected, and the one thing that helps: each failure has its own. */
export function ConnectingFailed({ connecting: { target, failure, error } }: { connecting: Failed }) {
  const retry = useSetAtom(retryConnectingAtom)
  const renew = useSetAtom(renewPairingAtom)
  const connect = useSetAtom(connectWalletAtom)
  const push = useSetAtom(pushAtom)
  const replace = useSetAtom(replaceAtom)
  const all = useAtomValue(allListAtom)
  const image = useWalletImage(target)
  const { name } = target

  /** It has been installed while this was shown. */
  const found = all.find(({ isInstalled, wallet }) => isInstalled && wallet !== null && wallet.id === target.wallet?.id)
  if (failure === 'notInstalled' && found !== undefined) {
    return (
      <ConnectingLayout
        picture={<WalletIcon name={name} {...image} size={72} />}
        title={say('connecting.installed', { name })}
        text={say('connecting.installedHint')}
        action={<Button onClick={() => void connect(found)}>{say('connecting.connect', { name })}</Button>}
      />
    )
  }

  const again = <Button onClick={() => void retry()}>{say('tryAgain')}</Button>
  const failures: Record<Failed['failure'], { title: string; text: string; action: ReactNode }> = {
    rejected: {
      title: say('connecting.rejected', { name }),
      text: say('connecting.rejectedHint'),
      action: again,
    },
    failed:
      error.name === 'PAIRING_EXPIRED'
        ? {
            title: say('connecting.expired'),
            text: say('connecting.expiredHint'),
            action: <Button onClick={() => void renew()}>{say('connecting.newCode')}</Button>,
          }
        : { title: say('connecting.failed', { name }), text: `${errorWords(error)}.`, action: again },
    locked: {
      title: say('connecting.locked', { name }),
      text: say('connecting.lockedHint', { name }),
      action: again,
    },
    unavailable: {
      title: say('connecting.unavailable', { name }),
      text: say('connecting.unavailableHint'),
      action: <Button onClick={() => replace({ view: 'AllWallets' })}>{say('connecting.chooseAnother')}</Button>,
    },
    notInstalled: {
      title: say('connecting.notInstalled', { name }),
      text: say('connecting.notInstalledHint'),
      action: <Button onClick={() => push({ view: 'GetAWallet' })}>{say('connecting.get', { name })}</Button>,
    },
  }
  const { title, text, action } = failures[failure]
  return (
    <ConnectingLayout
      picture={
        <span part="failed-wallet" data-tone={failure === 'rejected' || failure === 'locked' ? 'warning' : 'danger'}>
          <WalletIcon name={name} {...image} size={72} />
          <span part="failed-mark">
            <Icon name={failure === 'locked' ? 'lock' : failure === 'notInstalled' ? 'download' : 'close'} size={16} />
          </span>
        </span>
      }
      title={title}
      text={text}
      action={action}
    />
  )
}

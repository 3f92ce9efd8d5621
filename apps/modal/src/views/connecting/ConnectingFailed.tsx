import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/connecting'
import { errorCopy, errorLine } from '@latchkey/copy/error'
import { Button, Icon, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { allListAtom } from '../../directory/rankedWallets.ts'
import { type Connecting, connectWalletAtom, renewPairingAtom, retryConnectingAtom } from '../../state/connecting.ts'
import { pushAtom, replaceAtom } from '../../state/route.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { ConnectingLayout } from './ConnectingLayout.tsx'

type Failed = Extract<Connecting, { status: 'failed' }>

/** Shows why a wallet isn't connected, and the one useful action: each failure has its own. */
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
        title={t('installed', { name })}
        text={t('installedHint')}
        action={<Button onClick={() => void connect(found)}>{t('connect', { name })}</Button>}
      />
    )
  }

  const again = <Button onClick={() => void retry()}>{commonT('tryAgain')}</Button>
  const words = errorCopy(error, name)
  const failures: Record<Failed['failure'], { title: string; text: string; action: ReactNode }> = {
    rejected: { title: words.title, text: t('rejectedHint'), action: again },
    failed:
      error.name === 'PAIRING_EXPIRED'
        ? {
            title: words.title,
            text: words.body,
            action: <Button onClick={() => void renew()}>{words.action}</Button>,
          }
        : { title: t('failed', { name }), text: errorLine(error), action: again },
    locked: { title: words.title, text: words.body, action: again },
    unavailable: {
      title: words.title,
      text: t('unavailableHint'),
      action: <Button onClick={() => replace({ view: 'AllWallets' })}>{words.action}</Button>,
    },
    notInstalled: {
      title: words.title,
      text: t('notInstalledHint'),
      action: <Button onClick={() => push({ view: 'GetAWallet' })}>{t('get', { name })}</Button>,
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

import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/modal'
import { t as walletViewsT } from '@latchkey/copy/walletViews'
import { ErrorState, Skeleton } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useErrorCopy } from '../parts/useErrorCopy.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { emailLoginAtom, retryLoginAtom } from '../state/emailLogin.ts'

/** The wallet's own document is shown over this view; this is visible before and after, and when it fails. */
export function EmailLogin() {
  const { error } = useAtomValue(emailLoginAtom)
  const retry = useSetAtom(retryLoginAtom)
  const words = useErrorCopy(error)
  if (words === null) return <CodeToCome />
  return (
    <ErrorState
      title={words.title}
      description={walletViewsT('loginFailed', { advice: words.body })}
      action={{ label: commonT('tryAgain'), onClick: () => void retry() }}
    />
  )
}

/** In the shape of the screen that the wallet's own document shows next. */
function CodeToCome() {
  const { step } = useAtomValue(emailLoginAtom)
  if (step === 'opening') return <Waiting words={t('openingWallet')} size="login" />
  return (
    <div part="waiting" data-size="login">
      <span className="lk-hidden">{t('openingWallet')}</span>
      <Skeleton shape="amount" />
      <Skeleton shape="digit" count={6} />
    </div>
  )
}

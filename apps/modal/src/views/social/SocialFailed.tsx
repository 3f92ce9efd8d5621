import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/social'
import { Button, Icon } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import type { SocialLogin } from '../../state/social/SocialStep.ts'
import { retrySocialAtom } from '../../state/social/startSocial.ts'
import { failureText, stepTitle } from '../../state/social/stepWords.ts'
import { ConnectingLayout } from '../connecting/ConnectingLayout.tsx'
import { ProviderPicture } from './ProviderPicture.tsx'

type Failed = Extract<SocialLogin, { status: 'failed' }>

/** Shows why the sign-in failed, and the one useful action: another try, unless the provider isn't available at all. */
export function SocialFailed({ login }: { login: Failed }) {
  const retry = useSetAtom(retrySocialAtom)
  const { provider, error } = login
  const isOver = error.name === 'SOCIAL_DENIED' || error.name === 'SOCIAL_EXPIRED'
  const again = provider === 'farcaster' && error.name === 'SOCIAL_EXPIRED' ? t('newCode') : commonT('tryAgain')
  return (
    <ConnectingLayout
      picture={
        <span part="failed-wallet" data-tone={isOver ? 'warning' : 'danger'}>
          <ProviderPicture provider={provider} />
          <span part="failed-mark">
            <Icon name={error.name === 'SOCIAL_EXPIRED' ? 'clock' : 'close'} size={16} />
          </span>
        </span>
      }
      title={stepTitle(login, provider)}
      text={failureText(error)}
      action={error.name !== 'NOT_ENABLED' && <Button onClick={() => void retry()}>{again}</Button>}
    />
  )
}

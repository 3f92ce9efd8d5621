import { t as commonT } from '@latchkey/copy/common'
import { t as connectingT } from '@latchkey/copy/connecting'
import { t } from '@latchkey/copy/social'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button, ButtonLink } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { MouseEvent, ReactNode } from 'react'
import type { SocialLogin } from '../../state/social/SocialStep.ts'
import { socialLoginAtom } from '../../state/social/socialLogin.ts'
import { retrySocialAtom } from '../../state/social/startSocial.ts'
import { stepTitle } from '../../state/social/stepWords.ts'
import { focusWindowAtom, openBlockedAtom } from '../../state/social/windowLogin.ts'
import { ConnectingLayout } from '../connecting/ConnectingLayout.tsx'
import { ProviderPicture } from './ProviderPicture.tsx'
import { SocialFailed } from './SocialFailed.tsx'
import { SocialStyled } from './SocialStyled.tsx'

type Login = Exclude<SocialLogin, { status: 'idle' }>

/** The user signs in with a provider, in another window; this shows the progress. */
export function ConnectingSocial() {
  const login = useAtomValue(socialLoginAtom)
  if (login.status === 'idle') return null
  return (
    <SocialStyled>
      {login.status === 'failed' ? <SocialFailed login={login} /> : <UnderWay login={login} />}
    </SocialStyled>
  )
}

function UnderWay({ login }: { login: Exclude<Login, { status: 'failed' }> }) {
  const { provider, status } = login
  const name = loginProviders[provider].name
  const isBusy = status !== 'blocked' && status !== 'closed'
  return (
    <ConnectingLayout
      picture={<ProviderPicture provider={provider} busy={isBusy ? connectingT('waiting', { name }) : undefined} />}
      title={stepTitle(login, provider)}
      text={<Text login={login} name={name} />}
      action={<Action login={login} name={name} />}
    />
  )
}

type PartProps = { login: Exclude<Login, { status: 'failed' }>; name: string }

/** What to do. */
function Text({ login, name }: PartProps): ReactNode {
  if (login.status === 'apart') return t(login.number === null ? 'apartHint' : 'apartNumber')
  if (login.status === 'closed') return t(login.number === null ? 'closedHint' : 'closedNumber')
  if (login.status === 'waiting') return t('waitingHint')
  if (login.status === 'blocked') return t('blockedHint')
  return login.status === 'opening' ? t('openingHint', { name }) : commonT('loading')
}

/** The action if nothing happens. */
function Action({ login, name }: PartProps): ReactNode {
  const focus = useSetAtom(focusWindowAtom)
  const retry = useSetAtom(retrySocialAtom)
  const openBlocked = useSetAtom(openBlockedAtom)
  if (login.status === 'waiting') {
    return (
      <Button variant="secondary" icon="external" onClick={focus}>
        {t('show')}
      </Button>
    )
  }
  if (login.status === 'blocked') {
    return (
      <ButtonLink
        href={login.address}
        icon="external"
        // Where a script may open no window, a link may.
        onClick={(event: MouseEvent) => {
          if (openBlocked()) event.preventDefault()
        }}
      >
        {t('open', { name })}
      </ButtonLink>
    )
  }
  if (login.status !== 'apart' && login.status !== 'closed') return null
  return (
    <>
      {login.number !== null && (
        <output part="login-number" aria-label={t('number', { number: login.number })}>
          <bdi dir="ltr">{login.number}</bdi>
        </output>
      )}
      <Button variant={login.status === 'closed' ? 'primary' : 'secondary'} icon="refresh" onClick={() => void retry()}>
        {t('again')}
      </Button>
    </>
  )
}

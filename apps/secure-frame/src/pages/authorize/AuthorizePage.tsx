import { t } from '@latchkey/copy/authorize'
import { Button, Icon, KeyValue, KeyValueList, Link, Panel, Spinner, Stack, Text } from '@latchkey/ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { byHand } from '../../approvals/screen/byHand.ts'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { useArming } from '../../approvals/screen/useArming.ts'
import { errorLine } from '../../views/errorLine.ts'
import { LinkUnread } from '../link/LinkEnds.tsx'
import { LinkPage } from '../link/LinkPage.tsx'
import { ConfirmDialog } from '../settings/ConfirmDialog.tsx'
import { nameOf } from '../settings/createSettings.ts'
import { LoadFailure } from '../settings/LoadFailure.tsx'
import type { Person, Settings } from '../settings/Settings.ts'
import { SignInScreen } from '../settings/SignInScreen.tsx'
import { VaultQuestion } from '../settings/VaultQuestion.tsx'
import type { AskingApp, Authorizing, AuthorizingState } from './createAuthorizing.ts'

type PageProps = { authorizing: Authorizing; settings: Settings }

/** Signs the user in if needed, then asks whether the app may receive their data. */
export function AuthorizePage({ authorizing, settings }: PageProps) {
  const state = useSyncExternalStore(authorizing.subscribe, authorizing.current)
  const signedIn = useSyncExternalStore(settings.subscribe, settings.state)
  const person = signedIn.kind === 'open' ? signedIn.person : null
  const isAsking = state.kind === 'asking'
  useEffect(() => {
    if (isAsking && person !== null) authorizing.entered(person.caller)
  }, [authorizing, isAsking, person])

  switch (state.kind) {
    case 'reading':
      return <Waiting words={t('reading')} />
    case 'leaving':
      return <Waiting words={t('leaving', { app: state.app.projectName })} />
    case 'unread':
      return <LinkUnread heading={t('unread')} error={state.error} onRetry={() => void authorizing.read()} />
    case 'refused':
      return (
        <LinkPage
          heading={t('failed.title')}
          mark={{ icon: 'warning', tone: 'neutral' }}
          lead={t(`failed.${state.refusal}`)}
          said={t('failed.title')}
        />
      )
    case 'asking':
      if (signedIn.kind === 'opening') return <Waiting words={t('reading')} />
      if (person !== null)
        return (
          <>
            <Question authorizing={authorizing} settings={settings} person={person} {...state} />
            <ConfirmDialog stepUpPrompt={settings.stepUpPrompt} stage={settings.stage} />
          </>
        )
      return <SignIn app={state.app} authorizing={authorizing} settings={settings} />
  }
}

const Waiting = ({ words }: { words: string }) => (
  <LinkPage heading={words} lead="" said={words}>
    <Stack align="center">
      <Spinner label="" size={28} />
    </Stack>
  </LinkPage>
)

function SignIn({ app, authorizing, settings }: PageProps & { app: AskingApp }) {
  const state = useSyncExternalStore(settings.subscribe, settings.state)
  return (
    <Panel shape="page">
      <main className="settings-alone">
        <p className="settings-brand">
          <Icon name="wallet" />
          {t('signIn', { app: app.projectName })}
        </p>
        <OriginRow caller={app} claim={null} />
        {state.kind === 'failed' && (
          <section className="settings-card">
            <h1 className="lk-hidden">{t('signIn', { app: app.projectName })}</h1>
            <LoadFailure title={t('unread')} error={state.error} onRetry={() => void settings.open()} />
          </section>
        )}
        {state.kind === 'signedOut' && (
          <VaultQuestion stage={settings.stage}>
            <SignInScreen settings={settings} state={state} />
          </VaultQuestion>
        )}
        <Button variant="secondary" onClick={authorizing.cancel}>
          {t('cancel')}
        </Button>
      </main>
    </Panel>
  )
}

type QuestionProps = PageProps & { person: Person } & Extract<AuthorizingState, { kind: 'asking' }>

function Question({ authorizing, settings, person, app, busy, error }: QuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  const { isArmed } = useArming(!busy, [question])
  const { projectName, scopes } = app
  return (
    <LinkPage
      heading={t('title', { app: projectName })}
      lead={t('sees', { app: projectName })}
      said={error === null ? '' : errorLine(error)}
    >
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={app} claim={{ name: projectName, icons: [], isConfirmed: true }} />
        <ul className="link-points">
          {scopes.map((scope) => (
            <li key={scope}>{scope === 'openid' ? t('openid', { app: projectName }) : t(scope)}</li>
          ))}
        </ul>
        <KeyValueList>
          <KeyValue label={t('account')}>
            <bdi>{nameOf(person)}</bdi>
          </KeyValue>
        </KeyValueList>
        {error !== null && (
          <Text tone="danger" align="center">
            {errorLine(error)}
          </Text>
        )}
        <Stack gap={3}>
          <Button
            armed={busy || isArmed}
            onClick={() => void authorizing.allow()}
            busy={busy ? t('allowing') : undefined}
          >
            {t('allow')}
          </Button>
          <Button variant="secondary" onClick={authorizing.cancel} disabled={busy}>
            {t('cancel')}
          </Button>
          <Text size="small" tone="secondary" align="center">
            {t('noMoney')} <Link onClick={() => void settings.signOut()}>{t('another')}</Link>
          </Text>
        </Stack>
      </div>
    </LinkPage>
  )
}

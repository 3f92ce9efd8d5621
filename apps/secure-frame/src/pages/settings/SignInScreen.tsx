import { withCopy } from '@latchkey/copy'
import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settings'
import { t as signInT } from '@latchkey/copy/signIn'
import { AppError, isEmail } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button, Divider, Link, Notice, Skeleton, Stack, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useLoaded } from '../../approvals/screen/useLoaded.ts'
import { CodeForm, codeHeading, codeLead } from '../../login/CodeForm.tsx'
import type { CodeStep } from '../../login/createCodeStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import { LazyView } from '../../login/LazyView.tsx'
import { ProviderButton } from '../../login/ProviderButton.tsx'
import { ProviderForm } from '../../login/ProviderForm.tsx'
import { errorLine } from '../../views/errorLine.ts'
import type { Settings, SettingsState } from './Settings.ts'

const loadFound = async () => (await withCopy(import('../../login/FoundForm.tsx'))).FoundForm

export type SignInScreenProps = { settings: Settings; state: Extract<SettingsState, { kind: 'signedOut' }> }

/** Signs the user in: by email and the code that is mailed to it, or with a login provider. */
export function SignInScreen({ settings, state: { step, found, because } }: SignInScreenProps) {
  useEffect(() => {
    document.title = t('signIn.tabTitle')
  }, [])
  return (
    <section className="settings-card">
      {because === 'expiry' && <Notice title={t('signIn.expired.title')}>{t('signIn.expired.body')}</Notice>}
      {because === 'everywhere' && (
        <Notice variant="success" title={t('signIn.everywhere.title')}>
          {t('signIn.everywhere.body')}
        </Notice>
      )}
      {found !== undefined ? (
        <LazyView
          load={loadFound}
          props={{ step: found, headingClass: 'settings-title', onLeave: settings.leaveSignIn }}
          waiting={<Skeleton shape="block" count={2} />}
        />
      ) : step === null ? (
        <>
          <EmailForm onSubmit={settings.signIn} />
          <ProviderChoice settings={settings} />
        </>
      ) : 'provider' in step ? (
        <ProviderQuestion step={step} onLeave={settings.leaveSignIn} />
      ) : (
        <CodeQuestion step={step} onLeave={settings.leaveSignIn} />
      )}
    </section>
  )
}

function EmailForm({ onSubmit }: { onSubmit: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const text = email.trim()
    if (isEmail(text)) onSubmit(text)
    else setError(errorLine(new AppError('EMAIL_INVALID')))
  }
  return (
    <form className="settings-form" onSubmit={submit} noValidate>
      <Stack gap={2}>
        <h1 className="settings-title">{t('signIn.title')}</h1>
        <Text tone="secondary" align="center">
          {t('signIn.lead')}
        </Text>
      </Stack>
      <TextField
        label={t('signIn.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        // not words: an address of a domain that is kept for examples
        placeholder="you@example.org"
        icon="mail"
        maxLength={254}
        value={email}
        error={error}
        onChange={(next) => {
          setEmail(next)
          setError(undefined)
        }}
        onSubmit={submit}
        autoFocus
      />
      <Button type="submit">{commonT('continue')}</Button>
      <Text size="small" tone="secondary" align="center">
        {t('signIn.hint')}
      </Text>
    </form>
  )
}

/** The other sign-in methods; empty until they are known. */
function ProviderChoice({ settings }: { settings: Settings }) {
  const [loaded] = useLoaded(settings.providers)
  if (loaded.kind !== 'ready' || loaded.value.length === 0) return null
  return (
    <>
      <Divider label={t('signIn.or')} />
      <Stack gap={2}>
        {loaded.value.map((provider) => (
          <ProviderButton key={provider} provider={provider} onClick={() => settings.signInAt(provider)} />
        ))}
      </Stack>
    </>
  )
}

function ProviderQuestion({ step, onLeave }: { step: ProviderStep; onLeave: () => void }) {
  return (
    <>
      <h1 className="settings-title">{t('signIn.atProvider', { provider: loginProviders[step.provider].name })}</h1>
      <ProviderForm step={step} />
      <Text size="small" tone="secondary" align="center">
        <Link onClick={onLeave}>{t('signIn.anotherWay')}</Link>
      </Text>
    </>
  )
}

function CodeQuestion({ step, onLeave }: { step: CodeStep; onLeave: () => void }) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const { email, mails, link } = state
  const leave = <Link onClick={onLeave}>{signInT('anotherEmail')}</Link>
  return (
    <>
      <Stack gap={2} align="center">
        <h1 className="settings-title">{codeHeading(state)}</h1>
        <Text tone="secondary" align="center">
          {codeLead(state, <bdi className="settings-email">{email}</bdi>)}
        </Text>
      </Stack>
      <CodeForm step={step} />
      <Text size="small" tone="secondary" align="center">
        {mails > 0 || link !== null ? rich((names) => signInT('notReceived', names), { anotherEmail: leave }) : leave}
      </Text>
    </>
  )
}

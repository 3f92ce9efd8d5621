import { AppError, isEmail } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button, Divider, Link, Notice, Stack, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useLoaded } from '../../approvals/screen/useLoaded.ts'
import { CodeForm, codeHeading, codeLead } from '../../login/CodeForm.tsx'
import type { CodeStep } from '../../login/createCodeStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import { ProviderButton } from '../../login/ProviderButton.tsx'
import { ProviderForm } from '../../login/ProviderForm.tsx'
import type { Settings, SettingsState } from './createSettings.ts'

export type SignInScreenProps = { settings: Settings; state: Extract<SettingsState, { kind: 'signedOut' }> }

/** From nobody to a person: their email, then the code that is mailed to it; or an account elsewhere. */
export function SignInScreen({ settings, state: { step, because } }: SignInScreenProps) {
  useEffect(() => {
    document.title = 'Sign in · Your wallet'
  }, [])
  return (
    <section className="settings-card">
      {because === 'expiry' && (
        <Notice title="You were signed out here">
          Your login has ended, or this browser was signed out from another device.
        </Notice>
      )}
      {because === 'everywhere' && (
        <Notice variant="success" title="You are signed out everywhere">
          Every device has to sign in again.
        </Notice>
      )}
      {step === null ? (
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
    else setError(new AppError('EMAIL_INVALID').message)
  }
  return (
    <form className="settings-form" onSubmit={submit} noValidate>
      <Stack gap={2}>
        <h1 className="settings-title">Sign in to your wallet</h1>
        <Text tone="secondary" align="center">
          The same way as on the sites where your wallet is connected.
        </Text>
      </Stack>
      <TextField
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
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
      <Button type="submit">Continue</Button>
      <Text size="small" tone="secondary" align="center">
        We mail you a six-digit code. There is no password to forget.
      </Text>
    </form>
  )
}

/** The other ways; none until it is known which there are. */
function ProviderChoice({ settings }: { settings: Settings }) {
  const [loaded] = useLoaded(settings.providers)
  if (loaded.kind !== 'ready' || loaded.value.length === 0) return null
  return (
    <>
      <Divider label="or" />
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
      <h1 className="settings-title">Sign in with {loginProviders[step.provider].name}</h1>
      <ProviderForm step={step} />
      <Text size="small" tone="secondary" align="center">
        <Link onClick={onLeave}>Sign in another way</Link>
      </Text>
    </>
  )
}

function CodeQuestion({ step, onLeave }: { step: CodeStep; onLeave: () => void }) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const { email, mails, link } = state
  return (
    <>
      <Stack gap={2} align="center">
        <h1 className="settings-title">{codeHeading(state)}</h1>
        <Text tone="secondary" align="center">
          {codeLead(state)} <bdi className="settings-email">{email}</bdi>
        </Text>
      </Stack>
      <CodeForm step={step} />
      <Text size="small" tone="secondary" align="center">
        {(mails > 0 || link !== null) && 'Nothing there? Look in the spam folder too. '}
        <Link onClick={onLeave}>Use another email</Link>
      </Text>
    </>
  )
}

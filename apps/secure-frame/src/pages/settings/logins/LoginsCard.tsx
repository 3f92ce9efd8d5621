import type { LoginProvider } from '@latchkey/api-client'
import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settingsLogins'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, Card, Link, Notice, Skeleton, Tag, Text } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import type { LinkedLogin, Person, Settings } from '../Settings.ts'
import { day } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { anyOf, uncheckedNames } from './operatorReach.ts'

export type LoginsCardProps = {
  settings: Pick<Settings, 'logins' | 'providers' | 'linkLogin' | 'unlinkLogin'>
  person: Pick<Person, 'login'>
}

/** Lists the linked login providers, with buttons to add or remove them; empty where there can be none. */
export function LoginsCard({ settings, person }: LoginsCardProps) {
  const [loaded, reload] = useLoaded(async () => {
    const [logins, providers] = await Promise.all([settings.logins(), settings.providers()])
    const others = providers.filter((provider) => logins.every((login) => login.provider !== provider))
    return { logins, others }
  })
  const adding = useAction()
  const removing = useAction()
  /** The login that was requested last. */
  const [asked, setAsked] = useState<LoginProvider | null>(null)
  const [added, setAdded] = useState<LoginProvider | null>(null)
  /** The login that may be removed; its dialog is still visible while it closes. */
  const [leaving, setLeaving] = useState<LinkedLogin | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  const add = (provider: LoginProvider): void =>
    adding.run(async () => {
      setAsked(provider)
      setAdded(null)
      await settings.linkLogin(provider)
      setAdded(provider)
      setSaid(t('add.done.title', { provider: loginProviders[provider].name }))
      reload()
    })
  const remove = (login: LinkedLogin): void => {
    setAsking(false)
    removing.run(async () => {
      setAdded(null)
      await settings.unlinkLogin(login)
      setSaid(t('remove.done', { provider: loginProviders[login.provider].name }))
      reload()
    })
  }

  if (loaded.kind === 'loading') return <Skeleton shape="block" />
  if (loaded.kind === 'failed') {
    return (
      <Card title={t('title')}>
        <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />
      </Card>
    )
  }
  const { logins, others } = loaded.value
  if (logins.length === 0 && others.length === 0) return null
  return (
    <Card title={t('title')}>
      <LoginList
        logins={logins}
        used={person.login}
        onRemove={(login) => {
          setLeaving(login)
          setAsking(true)
        }}
      />
      {added !== null && (
        <Notice variant="success" title={t('add.done.title', { provider: loginProviders[added].name })}>
          {t('add.done.body')}
        </Notice>
      )}
      {asked !== null && (
        <Failure title={t('add.failed', { provider: loginProviders[asked].name })} error={adding.error} />
      )}
      {leaving !== null && (
        <Failure
          title={t('remove.failed', { provider: loginProviders[leaving.provider].name })}
          error={removing.error}
        />
      )}
      <OtherProviders providers={others} adding={adding.isBusy ? asked : null} onAdd={add} />
      <AskDialog
        open={isAsking}
        title={leaving === null ? '' : t('remove.title', { provider: loginProviders[leaving.provider].name })}
        action={t('remove.action')}
        onClose={() => setAsking(false)}
        onConfirm={() => leaving !== null && remove(leaving)}
      >
        <Text>{t('remove.body')}</Text>
        <Text tone="secondary">{t('remove.devices')}</Text>
      </AskDialog>
      <Announcer message={said} />
    </Card>
  )
}

type LoginListProps = {
  logins: readonly LinkedLogin[]
  /** The login that has opened this page. */
  used: Person['login']
  onRemove: (login: LinkedLogin) => void
}

/** Lists the account's logins; empty where it has none. */
function LoginList({ logins, used, onRemove }: LoginListProps) {
  if (logins.length === 0) return null
  return (
    <ul className="settings-list">
      {logins.map((login) => (
        <li key={`${login.provider} ${login.issuer} ${login.subject}`}>
          <Login login={login} isUsed={isUsed(login, used)} onRemove={() => onRemove(login)} />
        </li>
      ))}
    </ul>
  )
}

type OtherProvidersProps = {
  providers: readonly LoginProvider[]
  /** The login that is being added. */
  adding: LoginProvider | null
  onAdd: (provider: LoginProvider) => void
}

/** Lists the providers that may be added; empty where there are none. */
function OtherProviders({ providers, adding, onAdd }: OtherProvidersProps) {
  if (providers.length === 0) return null
  const unchecked = uncheckedNames(providers)
  return (
    <>
      <Text size="small" tone="secondary">
        {t('add.warning')}
      </Text>
      {unchecked.length > 0 && (
        <Text size="small" tone="secondary">
          {t('add.unchecked', { providers: anyOf(unchecked) })}
        </Text>
      )}
      <div className="settings-buttons">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            busy={adding === provider ? commonT('loading') : undefined}
            onClick={() => onAdd(provider)}
          >
            <span className="login-provider">
              <ProviderIcon provider={provider} />
              {t('add.action', { provider: loginProviders[provider].name })}
            </span>
          </Button>
        ))}
      </div>
    </>
  )
}

const isUsed = ({ provider, userName }: LinkedLogin, used: Person['login']): boolean =>
  used?.provider === provider && used.userName === userName

type LoginProps = { login: LinkedLogin; isUsed: boolean; onRemove: () => void }

/** One login. The one that has opened this page can't be removed: step-up uses it. */
function Login({ login: { provider, userName, email, linkedAt }, isUsed, onRemove }: LoginProps) {
  const language = document.documentElement.lang || navigator.language
  const name = email ?? userName
  const date = day(linkedAt, language)
  return (
    <div className="settings-login">
      <ProviderIcon provider={provider} size={24} />
      <div className="settings-login-text">
        <Text>{loginProviders[provider].name}</Text>
        <Text size="small" tone="secondary">
          {name === null
            ? t('since', { date })
            : rich((names) => t('sinceNamed', names), { name: <bdi>{name}</bdi>, date })}
        </Text>
      </div>
      {isUsed ? <Tag label={t('inUse')} tone="live" /> : <Link onClick={onRemove}>{t('remove.action')}</Link>}
    </div>
  )
}

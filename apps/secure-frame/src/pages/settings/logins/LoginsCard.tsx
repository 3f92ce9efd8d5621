import type { LoginProvider } from '@latchkey/api-client'
import { Announcer, Button, Card, ErrorState, Notice, Skeleton, Tag, Text } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { providerNames } from '../../../login/providerNames.ts'
import type { LinkedLogin, Person, Settings } from '../createSettings.ts'
import { settingsWords } from '../settingsWords.ts'
import { day } from '../timeWords.ts'
import { useAction } from '../useAction.ts'

export type LoginsCardProps = {
  settings: Pick<Settings, 'logins' | 'providers' | 'linkLogin'>
  person: Pick<Person, 'login'>
}

/** The accounts elsewhere with which the person signs in, and the way to another one; nothing where there can be none. */
export function LoginsCard({ settings, person }: LoginsCardProps) {
  const [loaded, reload] = useLoaded(async () => {
    const [logins, providers] = await Promise.all([settings.logins(), settings.providers()])
    const others = providers.filter((provider) => logins.every((login) => login.provider !== provider))
    return { logins, others }
  })
  const adding = useAction()
  const isOnline = useOnline()
  /** The one that was asked for last. */
  const [asked, setAsked] = useState<LoginProvider | null>(null)
  const [added, setAdded] = useState<LoginProvider | null>(null)

  const add = (provider: LoginProvider): void =>
    adding.run(async () => {
      setAsked(provider)
      setAdded(null)
      await settings.linkLogin(provider)
      setAdded(provider)
      reload()
    })

  if (loaded.kind === 'loading') return <Skeleton shape="block" />
  if (loaded.kind === 'failed') {
    return (
      <Card title={title}>
        <ErrorState
          title="Your sign-in methods could not be loaded"
          description={settingsWords(loaded.error, isOnline)}
          action={{ label: 'Try again', onClick: reload }}
        />
      </Card>
    )
  }
  const { logins, others } = loaded.value
  if (logins.length === 0 && others.length === 0) return null
  return (
    <Card title={title}>
      {logins.length > 0 && (
        <ul className="settings-list">
          {logins.map((login) => (
            <li key={`${login.provider} ${login.linkedAt}`}>
              <Login login={login} isUsed={isUsed(login, person.login)} />
            </li>
          ))}
        </ul>
      )}
      {added !== null && (
        <Notice variant="success" title={`${providerNames[added]} was added`}>
          You can sign in with it from now on, and it opens this wallet.
        </Notice>
      )}
      {adding.error !== null && asked !== null && (
        <Notice variant="danger" title={`${providerNames[asked]} was not added`}>
          {settingsWords(adding.error, isOnline)}
        </Notice>
      )}
      {others.length > 0 && (
        <>
          <Text size="small" tone="secondary">
            Whoever holds an account that you add can sign in as you. Add only accounts that you protect well.
          </Text>
          <div className="settings-buttons">
            {others.map((provider) => (
              <Button
                key={provider}
                variant="secondary"
                busy={adding.isBusy && asked === provider ? 'One moment…' : undefined}
                onClick={() => add(provider)}
              >
                <span className="login-provider">
                  <ProviderIcon provider={provider} />
                  Add {providerNames[provider]}
                </span>
              </Button>
            ))}
          </div>
        </>
      )}
      <Announcer message={added === null ? '' : `${providerNames[added]} was added`} />
    </Card>
  )
}

const title = 'Sign-in methods'

const isUsed = ({ provider, userName }: LinkedLogin, used: Person['login']): boolean =>
  used?.provider === provider && used.userName === userName

function Login({ login: { provider, userName, email, linkedAt }, isUsed }: { login: LinkedLogin; isUsed: boolean }) {
  const language = document.documentElement.lang || undefined
  const name = email ?? userName
  return (
    <div className="settings-login">
      <ProviderIcon provider={provider} size={24} />
      <div className="settings-login-text">
        <Text>{providerNames[provider]}</Text>
        <Text size="small" tone="secondary">
          {name !== null && (
            <>
              <bdi>{name}</bdi>
              {' · '}
            </>
          )}
          since {day(linkedAt, language ?? navigator.language)}
        </Text>
      </div>
      {isUsed && <Tag label="In use" tone="live" />}
    </div>
  )
}

import type { LoginProvider } from '@latchkey/api-client'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, Card, ErrorState, Link, Notice, Skeleton, Tag, Text } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { LinkedLogin, Person, Settings } from '../createSettings.ts'
import { settingsWords } from '../settingsWords.ts'
import { day } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { anyOf, uncheckedNames } from './operatorReach.ts'

export type LoginsCardProps = {
  settings: Pick<Settings, 'logins' | 'providers' | 'linkLogin' | 'unlinkLogin'>
  person: Pick<Person, 'login'>
}

/** The accounts elsewhere with which the person signs in, and the way to more or fewer of them; nothing where there can be none. */
export function LoginsCard({ settings, person }: LoginsCardProps) {
  const [loaded, reload] = useLoaded(async () => {
    const [logins, providers] = await Promise.all([settings.logins(), settings.providers()])
    const others = providers.filter((provider) => logins.every((login) => login.provider !== provider))
    return { logins, others }
  })
  const adding = useAction()
  const removing = useAction()
  const isOnline = useOnline()
  /** The one that was asked for last. */
  const [asked, setAsked] = useState<LoginProvider | null>(null)
  const [added, setAdded] = useState<LoginProvider | null>(null)
  /** The one that may be removed; the question about it is still seen on its way out. */
  const [leaving, setLeaving] = useState<LinkedLogin | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  const add = (provider: LoginProvider): void =>
    adding.run(async () => {
      setAsked(provider)
      setAdded(null)
      await settings.linkLogin(provider)
      setAdded(provider)
      setSaid(`${loginProviders[provider].name} was added`)
      reload()
    })
  const remove = (login: LinkedLogin): void => {
    setAsking(false)
    removing.run(async () => {
      setAdded(null)
      await settings.unlinkLogin(login)
      setSaid(`${loginProviders[login.provider].name} was removed`)
      reload()
    })
  }

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
  const unchecked = uncheckedNames(others)
  return (
    <Card title={title}>
      {logins.length > 0 && (
        <ul className="settings-list">
          {logins.map((login) => (
            <li key={`${login.provider} ${login.issuer} ${login.subject}`}>
              <Login
                login={login}
                isUsed={isUsed(login, person.login)}
                onRemove={() => {
                  setLeaving(login)
                  setAsking(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {added !== null && (
        <Notice variant="success" title={`${loginProviders[added].name} was added`}>
          You can sign in with it from now on, and it opens this wallet.
        </Notice>
      )}
      {adding.error !== null && asked !== null && (
        <Notice variant="danger" title={`${loginProviders[asked].name} was not added`}>
          {settingsWords(adding.error, isOnline)}
        </Notice>
      )}
      {removing.error !== null && leaving !== null && (
        <Notice variant="danger" title={`${loginProviders[leaving.provider].name} was not removed`}>
          {settingsWords(removing.error, isOnline)}
        </Notice>
      )}
      {others.length > 0 && (
        <>
          <Text size="small" tone="secondary">
            Whoever gets into an account that you add, and its provider too, can sign in as you. Add only accounts that
            you protect well.
          </Text>
          {unchecked.length > 0 && (
            <Text size="small" tone="secondary">
              What {anyOf(unchecked)} says, only one of the services of this wallet can check: with such an account,
              whoever runs it could open a wallet that recovers automatically with that service alone.
            </Text>
          )}
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
                  Add {loginProviders[provider].name}
                </span>
              </Button>
            ))}
          </div>
        </>
      )}
      <AskDialog
        open={isAsking}
        title={leaving === null ? '' : `Remove ${loginProviders[leaving.provider].name}?`}
        action="Remove"
        onClose={() => setAsking(false)}
        onConfirm={() => leaving !== null && remove(leaving)}
      >
        <Text>You can no longer sign in with it. Your wallet and its addresses stay as they are.</Text>
        <Text tone="secondary">
          Devices that have signed in with it stay signed in. If it is not yours any more, sign them out too.
        </Text>
      </AskDialog>
      <Announcer message={said} />
    </Card>
  )
}

const title = 'Sign-in methods'

const isUsed = ({ provider, userName }: LinkedLogin, used: Person['login']): boolean =>
  used?.provider === provider && used.userName === userName

type LoginProps = { login: LinkedLogin; isUsed: boolean; onRemove: () => void }

/** One of them. The one that has opened this page stays: what takes a fresh proof is proved with it. */
function Login({ login: { provider, userName, email, linkedAt }, isUsed, onRemove }: LoginProps) {
  const language = document.documentElement.lang || navigator.language
  const name = email ?? userName
  return (
    <div className="settings-login">
      <ProviderIcon provider={provider} size={24} />
      <div className="settings-login-text">
        <Text>{loginProviders[provider].name}</Text>
        <Text size="small" tone="secondary">
          {name !== null && (
            <>
              <bdi>{name}</bdi>
              {' · '}
            </>
          )}
          since {day(linkedAt, language)}
        </Text>
      </div>
      {isUsed ? <Tag label="In use" tone="live" /> : <Link onClick={onRemove}>Remove</Link>}
    </div>
  )
}

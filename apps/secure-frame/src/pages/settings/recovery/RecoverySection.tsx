import type { LoginProvider } from '@latchkey/api-client'
import { Announcer, Button, Icon, type IconName, Notice, Tag, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { providerNames } from '../../../login/providerNames.ts'
import type { LoginAt } from '../../../session/openAccount.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { RecoveryKind } from '../createSettings.ts'
import type { SectionProps } from '../SectionProps.ts'
import { settingsWords } from '../settingsWords.ts'
import { useAction } from '../useAction.ts'
import { RecoveryFile } from './RecoveryFile.tsx'

type Way = {
  kind: RecoveryKind
  icon: IconName
  title: string
  /** What the person does on a new device. */
  how: string
  /** Who else could get at the wallet. */
  who: string
  switchTo: string
}

/** Providers whose word both services check for themselves; of the others, custody has but that of the api. */
const checkedByBoth: ReadonlySet<LoginProvider> = new Set(['google', 'apple', 'farcaster'])

/** What the person signs in with: an `email`, a `Google account`. */
const means = (login: LoginAt | null): string => (login === null ? 'email' : `${providerNames[login.provider]} account`)

const operatorWords = (login: LoginAt | null): string =>
  login === null || checkedByBoth.has(login.provider)
    ? 'Whoever runs this wallet could open it, if they misused both of its services at once.'
    : `Whoever runs this wallet could open it when you sign in: what ${providerNames[login.provider]} says only one of its services can check.`

/** `login`: where the person has logged in; null when by email. */
const waysOf = (login: LoginAt | null): readonly Way[] => [
  {
    kind: 'automatic',
    icon: login === null ? 'mail' : 'user',
    title: 'Automatic',
    how: `On a new device, ${login === null ? 'the code from your email' : `your ${means(login)}`} is enough. There is nothing to keep and nothing to lose.`,
    who: `Whoever ${login === null ? 'reads your email' : `gets into your ${means(login)}`} could sign in as you. ${operatorWords(login)}`,
    switchTo: 'Use automatic recovery',
  },
  {
    kind: 'passkey',
    icon: 'key',
    title: 'Passkey',
    how: `On a new device, you need your ${means(login)} and a passkey: on your phone, in a password manager, or on a security key.`,
    who: `Only you can open it. Neither your ${means(login)} alone nor whoever runs this wallet is enough.`,
    switchTo: 'Use a passkey',
  },
  {
    kind: 'passphrase',
    icon: 'edit',
    title: 'Passphrase',
    how: `On a new device, you need your ${means(login)} and a passphrase that you choose and write down.`,
    who: `Only you can open it. Neither your ${means(login)} alone nor whoever runs this wallet is enough.`,
    switchTo: 'Use a passphrase',
  },
]

/** How the wallet comes back on a new device, and what that means for who can open it. */
export function RecoverySection({ settings, person: { login, wallet } }: SectionProps) {
  const changing = useAction()
  const isOnline = useOnline()
  /** The way that was asked for last; the question about it is still seen on its way out. */
  const [asked, setAsked] = useState<RecoveryKind>('passkey')
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const { kind: current } = wallet.recovery

  const change = (to: RecoveryKind): void => {
    setAsking(false)
    changing.run(async () => {
      await settings.changeRecovery(to)
      setSaid('Your way of recovery was changed')
    })
  }
  return (
    <>
      <Text tone="secondary">
        This is how your wallet comes to a new device, and how it comes back when all of your devices are lost.
      </Text>
      {changing.error !== null && (
        <Notice variant="danger" title="Your way of recovery is as it was">
          {settingsWords(changing.error, isOnline)}
        </Notice>
      )}
      <ul className="settings-list">
        {waysOf(login).map(({ kind, icon, title, how, who, switchTo }) => (
          <li key={kind}>
            <article className="settings-panel" aria-label={title} data-current={kind === current || undefined}>
              <span className="settings-panel-icon">
                <Icon name={icon} />
              </span>
              <div className="settings-panel-text">
                <div className="settings-panel-title">
                  <h2 className="settings-subheading">{title}</h2>
                  {kind === current && <Tag label="In use" tone="live" />}
                </div>
                <Text tone="secondary">{how}</Text>
                <Text size="small" tone="secondary">
                  {who}
                </Text>
                {(kind !== current || kind !== 'automatic') && (
                  <div className="settings-panel-action">
                    <Button
                      variant="secondary"
                      busy={changing.isBusy && asked === kind ? 'One moment…' : undefined}
                      onClick={() => {
                        setAsked(kind)
                        // What automatic recovery means the vault itself asks, where no script of this page can answer.
                        if (kind === 'automatic') change(kind)
                        else setAsking(true)
                      }}
                    >
                      {kind === current ? `Choose another ${title.toLowerCase()}` : switchTo}
                    </Button>
                  </div>
                )}
              </div>
            </article>
          </li>
        ))}
      </ul>
      <RecoveryFile settings={settings} />
      <AskDialog
        open={isAsking}
        title="Only you recover it then"
        action="Continue"
        variant="primary"
        onClose={() => setAsking(false)}
        onConfirm={() => change(asked)}
      >
        <Text>
          If you lose the {asked} and all your devices, nobody can bring the wallet back: not us, and not your{' '}
          {means(login)}.
        </Text>
        <Text tone="secondary">
          Your addresses stay the same, and your devices stay signed in. A recovery file is a good second way.
        </Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}

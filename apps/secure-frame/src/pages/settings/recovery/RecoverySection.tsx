import type { LoginProvider } from '@latchkey/api-client'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, ErrorState, Icon, type IconName, Notice, Skeleton, Tag, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { RecoveryKind } from '../createSettings.ts'
import { anyOf, uncheckedNames } from '../logins/operatorReach.ts'
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

/** What the person signs in with: `your email`, `your Google account`. Any one of them is enough. */
const meansOf = (hasEmail: boolean, providers: readonly LoginProvider[]): string =>
  anyOf([
    ...(hasEmail ? ['your email'] : []),
    ...providers.map((provider) => `your ${loginProviders[provider].name} account`),
  ])

const operatorWords = (unchecked: readonly string[]): string =>
  unchecked.length === 0
    ? 'Whoever runs this wallet could open it, if they misused both of its services at once.'
    : `Whoever runs this wallet could open it at any time with one of its services alone: what ${anyOf(unchecked)} says, the other one cannot check.`

/** By all logins of the account: whoever comes in by the weakest of them has come in. */
const waysOf = (hasEmail: boolean, providers: readonly LoginProvider[]): readonly Way[] => {
  const means = meansOf(hasEmail, providers)
  const who =
    'Only you can open it. Neither what you sign in with nor whoever runs this wallet is enough without what you keep.'
  return [
    {
      kind: 'automatic',
      icon: hasEmail ? 'mail' : 'user',
      title: 'Automatic',
      how: `On a new device, ${means} is enough. There is nothing to keep and nothing to lose.`,
      who: `Whoever gets into ${means} could sign in as you. ${operatorWords(uncheckedNames(providers))}`,
      switchTo: 'Use automatic recovery',
    },
    {
      kind: 'passkey',
      icon: 'key',
      title: 'Passkey',
      how: `On a new device, you need ${means}, and a passkey: on your phone, in a password manager, or on a security key.`,
      who,
      switchTo: 'Use a passkey',
    },
    {
      kind: 'passphrase',
      icon: 'edit',
      title: 'Passphrase',
      how: `On a new device, you need ${means}, and a passphrase that you choose and write down.`,
      who,
      switchTo: 'Use a passphrase',
    },
  ]
}

/** How the wallet comes back on a new device, and what that means for who can open it. */
export function RecoverySection({ settings, person: { login, wallet } }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.logins)
  const changing = useAction()
  const isOnline = useOnline()
  /** The way that was asked for last; the question about it is still seen on its way out. */
  const [asked, setAsked] = useState<RecoveryKind>('passkey')
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const { kind: current } = wallet.recovery

  const providers = loaded.kind === 'ready' ? loaded.value.map(({ provider }) => provider) : []
  const used = login === null ? providers : [login.provider, ...providers]
  const ways = loaded.kind === 'ready' ? waysOf(login === null, [...new Set(used)]) : []

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
      {loaded.kind === 'loading' && <Skeleton shape="block" />}
      {loaded.kind === 'failed' && (
        <ErrorState
          title="Your sign-in methods could not be loaded"
          description={settingsWords(loaded.error, isOnline)}
          action={{ label: 'Try again', onClick: reload }}
        />
      )}
      <ul className="settings-list">
        {ways.map(({ kind, icon, title, how, who, switchTo }) => (
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
          If you lose the {asked} and all your devices, nobody can bring the wallet back: not us, and nothing that you
          sign in with.
        </Text>
        <Text tone="secondary">
          Your addresses stay the same, and your devices stay signed in. A recovery file is a good second way.
        </Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}

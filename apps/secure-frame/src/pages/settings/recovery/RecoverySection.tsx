import type { LoginProvider } from '@latchkey/api-client'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settingsRecovery'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, Icon, type IconName, Skeleton, Tag, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { anyOf, uncheckedNames } from '../logins/operatorReach.ts'
import type { SectionProps } from '../SectionProps.ts'
import type { RecoveryKind } from '../Settings.ts'
import { useAction } from '../useAction.ts'
import { RecoveryFile } from './RecoveryFile.tsx'

type Way = {
  kind: RecoveryKind
  icon: IconName
  title: string
  /** The user's steps on a new device. */
  how: string
  /** Third parties that could access the wallet. */
  who: string
  switchTo: string
  /** Replaces the secret of the same recovery method. */
  chooseAnother: string | null
}

/** Names the user's logins: `your email`, `your Google account`. Any one of them is enough. */
const meansOf = (hasEmail: boolean, providers: readonly LoginProvider[]): string =>
  anyOf([
    ...(hasEmail ? [t('means.email')] : []),
    ...providers.map((provider) => t('means.provider', { provider: loginProviders[provider].name })),
  ])

/** Returns the recovery methods for all logins of the account: each login is enough, so the weakest one counts. */
const waysOf = (hasEmail: boolean, providers: readonly LoginProvider[]): readonly Way[] => {
  const means = meansOf(hasEmail, providers)
  const unchecked = uncheckedNames(providers)
  const who = t('onlyYou')
  return [
    {
      kind: 'automatic',
      icon: hasEmail ? 'mail' : 'user',
      title: t('automatic.title'),
      how: t('automatic.how', { means }),
      who:
        unchecked.length === 0
          ? t('automatic.who', { means })
          : t('automatic.whoUnchecked', { means, providers: anyOf(unchecked) }),
      switchTo: t('automatic.use'),
      chooseAnother: null,
    },
    {
      kind: 'passkey',
      icon: 'key',
      title: t('passkey.title'),
      how: t('passkey.how', { means }),
      who,
      switchTo: t('passkey.use'),
      chooseAnother: t('passkey.another'),
    },
    {
      kind: 'passphrase',
      icon: 'edit',
      title: t('passphrase.title'),
      how: t('passphrase.how', { means }),
      who,
      switchTo: t('passphrase.use'),
      chooseAnother: t('passphrase.another'),
    },
  ]
}

/** Shows how the wallet is restored on a new device, and who can open it as a result. */
export function RecoverySection({ settings, person: { login, wallet } }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.logins)
  const changing = useAction()
  /** The last requested method; its dialog is still visible while it closes. */
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
      setSaid(t('changed'))
    })
  }
  return (
    <>
      <Text tone="secondary">{t('lead')}</Text>
      <Failure title={t('failed')} error={changing.error} />
      {loaded.kind === 'loading' && <Skeleton shape="block" />}
      {loaded.kind === 'failed' && <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />}
      <ul className="settings-list">
        {ways.map(({ kind, icon, title, how, who, switchTo, chooseAnother }) => (
          <li key={kind}>
            <article className="settings-panel" aria-label={title} data-current={kind === current || undefined}>
              <span className="settings-panel-icon">
                <Icon name={icon} />
              </span>
              <div className="settings-panel-text">
                <div className="settings-panel-title">
                  <h2 className="settings-subheading">{title}</h2>
                  {kind === current && <Tag label={t('inUse')} tone="live" />}
                </div>
                <Text tone="secondary">{how}</Text>
                <Text size="small" tone="secondary">
                  {who}
                </Text>
                {(kind !== current || chooseAnother !== null) && (
                  <div className="settings-panel-action">
                    <Button
                      variant="secondary"
                      busy={changing.isBusy && asked === kind ? commonT('loading') : undefined}
                      onClick={() => {
                        setAsked(kind)
                        // The vault itself explains automatic recovery and asks, so that no script of this page can answer.
                        if (kind === 'automatic') change(kind)
                        else setAsking(true)
                      }}
                    >
                      {kind === current ? chooseAnother : switchTo}
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
        title={t('question.title')}
        action={commonT('continue')}
        variant="primary"
        onClose={() => setAsking(false)}
        onConfirm={() => change(asked)}
      >
        <Text>{t(asked === 'passkey' ? 'question.passkey' : 'question.passphrase')}</Text>
        <Text tone="secondary">{t('question.body')}</Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}

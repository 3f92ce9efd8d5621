import { t } from '@latchkey/copy/settings'
import { Address, Announcer, Avatar, Button, Card, Text } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import { EmailCard } from './EmailCard.tsx'
import { LoginsCard } from './logins/LoginsCard.tsx'
import type { SectionProps } from './SectionProps.ts'
import { useAction } from './useAction.ts'

const networkNames: Readonly<Record<string, () => string>> = {
  eip155: () => t('addresses.eip155'),
  solana: () => 'Solana',
}

/** Who this is: addresses and ways of signing in, and what this browser holds of them. */
export function OverviewSection({ settings, person }: SectionProps) {
  const { email, login, wallet } = person
  const { isBusy, run } = useAction()
  const addresses = Object.entries(wallet.addresses).flatMap(([namespace, list]) =>
    list.map((address) => ({ network: networkNames[namespace]?.() ?? namespace, address })),
  )
  return (
    <>
      <Card title={t('addresses.title')}>
        <ul className="settings-list">
          {addresses.map(({ network, address }) => (
            <li key={address} className="settings-address">
              <Avatar address={address} />
              <div>
                <Text size="small" tone="secondary">
                  {network}
                </Text>
                <CopyAddress address={address} />
              </div>
            </li>
          ))}
        </ul>
        <Text size="small" tone="secondary">
          {t('addresses.hint')}
        </Text>
      </Card>
      {email !== null && login === null && <EmailCard settings={settings} email={email} />}
      <LoginsCard settings={settings} person={person} />
      <Card title={t('browser.title')}>
        <Text tone="secondary">{t('browser.hint')}</Text>
        <div className="settings-buttons">
          <Button variant="secondary" icon="lock" onClick={() => void settings.lock()}>
            {t('browser.lock')}
          </Button>
          <Button
            variant="secondary"
            icon="disconnect"
            busy={isBusy ? t('signingOut') : undefined}
            onClick={() => run(settings.signOut)}
          >
            {t('signOut')}
          </Button>
        </div>
      </Card>
    </>
  )
}

/** How long a tick says that something was copied, in milliseconds. */
const copiedMs = 2_000

function CopyAddress({ address }: { address: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), copiedMs)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <>
      <Address
        address={address}
        form="full"
        onCopy={() =>
          void navigator.clipboard.writeText(address).then(
            () => setOutcome('copied'),
            () => setOutcome('failed'),
          )
        }
        copyLabel={outcome === 'copied' ? t('addresses.copied') : t('addresses.copy')}
        copied={outcome === 'copied'}
      />
      {outcome === 'failed' && (
        <Text size="small" tone="danger">
          {t('addresses.notCopied')}
        </Text>
      )}
      <Announcer message={outcome === 'copied' ? t('addresses.announce') : ''} />
    </>
  )
}

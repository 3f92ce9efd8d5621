import { withCopy } from '@latchkey/copy'
import { t } from '@latchkey/copy/settings'
import { Address, Announcer, Avatar, Button, Card, Skeleton, Text } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import { type Loaded, useLoaded } from '../../approvals/screen/useLoaded.ts'
import type { AccountBalanceProps } from './account/AccountBalance.tsx'
import { nameOf } from './createSettings.ts'
import { EmailCard } from './EmailCard.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { LoginsCard } from './logins/LoginsCard.tsx'
import type { SectionProps } from './SectionProps.ts'
import type { Person } from './Settings.ts'
import { useAction } from './useAction.ts'

const networkNames: Readonly<Record<string, () => string>> = {
  eip155: () => t('addresses.eip155'),
  solana: () => 'Solana',
}

type LoadedAccount = Loaded<{
  View: (props: AccountBalanceProps) => React.ReactNode
  holdings: AccountBalanceProps['holdings']
}>

/** Shows the account: the user, its balance and its addresses; then its sign-in methods, and this browser. */
export function OverviewSection({ settings, person }: SectionProps) {
  const { email, login, wallet } = person
  const { isBusy, run } = useAction()
  const addresses = Object.entries(wallet.addresses).flatMap(([namespace, list]) =>
    list.map((address) => ({ network: networkNames[namespace]?.() ?? namespace, address })),
  )
  // The view and its arithmetic load with their data: the page itself doesn't wait for either.
  const [account, reload] = useLoaded(async () => {
    const [{ AccountBalance }, holdings] = await Promise.all([
      withCopy(import('./account/AccountBalance.tsx')),
      settings.holdings(),
    ])
    return { View: AccountBalance, holdings }
  })
  const smart = account.kind === 'ready' ? account.value.holdings.smartAccounts : []
  const standard = wallet.addresses.eip155?.length ?? 0
  addresses.splice(standard, 0, ...smart.map((address) => ({ network: t('addresses.smartAccount'), address })))
  return (
    <>
      <AccountCard person={person} account={account} onRetry={reload} />
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

type AccountCardProps = { person: Person; account: LoadedAccount; onRetry: () => void }

function AccountCard({ person, account, onRetry }: AccountCardProps) {
  const [address = ''] = Object.values(person.wallet.addresses).flat()
  return (
    <section className="settings-account" aria-label={t('account.label')}>
      <p className="settings-account-name">
        <Avatar address={address} size={44} />
        <bdi className="settings-email">{nameOf(person)}</bdi>
      </p>
      {account.kind === 'loading' && (
        <>
          <Announcer message={t('account.loading')} />
          <Skeleton shape="amount" />
          <Skeleton shape="row" count={2} />
        </>
      )}
      {account.kind === 'failed' && (
        <LoadFailure title={t('account.notLoaded')} error={account.error} onRetry={onRetry} />
      )}
      {account.kind === 'ready' && <account.value.View holdings={account.value.holdings} onRetry={onRetry} />}
    </section>
  )
}

/** The time a tick confirms a copy, in milliseconds. */
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

import { Address, Announcer, Avatar, Button, Card, Text } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import { EmailCard } from './EmailCard.tsx'
import { LoginsCard } from './logins/LoginsCard.tsx'
import type { SectionProps } from './SectionProps.ts'
import { useAction } from './useAction.ts'

const networks: Readonly<Record<string, string>> = {
  eip155: 'Ethereum and compatible networks',
  solana: 'Solana',
}

/** Who this is: addresses and ways of signing in, and what this browser holds of them. */
export function OverviewSection({ settings, person }: SectionProps) {
  const { email, login, wallet } = person
  const { isBusy, run } = useAction()
  const addresses = Object.entries(wallet.addresses).flatMap(([namespace, list]) =>
    list.map((address) => ({ network: networks[namespace] ?? namespace, address })),
  )
  return (
    <>
      <Card title="Your addresses">
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
          They are the same on every site and device where you sign in the same way.
        </Text>
      </Card>
      {email !== null && login === null && <EmailCard settings={settings} email={email} />}
      <LoginsCard settings={settings} person={person} />
      <Card title="This browser">
        <Text tone="secondary">
          Locking takes your keys out of memory until you come back. It happens by itself when you do nothing here for
          15 minutes. Signing out removes everything of yours from this browser.
        </Text>
        <div className="settings-buttons">
          <Button variant="secondary" icon="lock" onClick={() => void settings.lock()}>
            Lock now
          </Button>
          <Button
            variant="secondary"
            icon="disconnect"
            busy={isBusy ? 'Signing out…' : undefined}
            onClick={() => run(settings.signOut)}
          >
            Sign out
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
        copyLabel={outcome === 'copied' ? 'Copied' : 'Copy address'}
        copied={outcome === 'copied'}
      />
      {outcome === 'failed' && (
        <Text size="small" tone="danger">
          The browser did not allow copying. Select the address instead.
        </Text>
      )}
      <Announcer message={outcome === 'copied' ? 'Address copied' : ''} />
    </>
  )
}

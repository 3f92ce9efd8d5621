import { Announcer, Button, ErrorState, Notice, Skeleton, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { SectionProps } from '../SectionProps.ts'
import { settingsWords } from '../settingsWords.ts'
import { useAction } from '../useAction.ts'
import { DeviceCard } from './DeviceCard.tsx'

/** Every browser in which the person is signed in, and the ways to end that. */
export function DevicesSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.devices)
  const isOnline = useOnline()
  const everywhere = useAction()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  if (loaded.kind === 'loading') return <Skeleton shape="block" count={3} />
  if (loaded.kind === 'failed') {
    return (
      <ErrorState
        title="Your devices could not be loaded"
        description={settingsWords(loaded.error, isOnline)}
        action={{ label: 'Try again', onClick: reload }}
      />
    )
  }
  const devices = [...loaded.value].sort((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <>
      <Text tone="secondary">
        Browsers in which your wallet is signed in. Each site keeps its own sign-in, so one browser can be here more
        than once. One that is not used for 90 days is removed.
      </Text>
      <ul className="settings-list settings-cards">
        {devices.map((device) => (
          <li key={device.deviceId}>
            <DeviceCard
              device={device}
              settings={settings}
              onChanged={(words) => {
                setSaid(words)
                reload()
              }}
            />
          </li>
        ))}
      </ul>
      <section className="settings-danger">
        <div>
          <h2 className="settings-subheading">Sign out everywhere</h2>
          <Text tone="secondary">
            If a device was lost, or you see one that you do not know. You stay the owner of your wallet: sign in again.
          </Text>
        </div>
        {everywhere.error !== null && (
          <Notice variant="danger" title="You are still signed in">
            {settingsWords(everywhere.error, isOnline)}
          </Notice>
        )}
        <Button variant="danger" busy={everywhere.isBusy ? 'Signing out…' : undefined} onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </section>
      <AskDialog
        open={isAsking}
        title="Sign out everywhere?"
        action="Sign out"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          everywhere.run(settings.signOutEverywhere)
        }}
      >
        <Text>
          Every device is signed out, this one too. What is open on a site stops working there until you sign in again.
        </Text>
        <Text tone="secondary">Your addresses and what is on them stay as they are.</Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}

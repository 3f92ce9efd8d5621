import { t } from '@latchkey/copy/settingsDevices'
import { Announcer, Button, Skeleton, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import type { SectionProps } from '../SectionProps.ts'
import { useAction } from '../useAction.ts'
import { DeviceCard } from './DeviceCard.tsx'

/** Lists every browser in which the user is signed in, with buttons to sign out. */
export function DevicesSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.devices)
  const everywhere = useAction()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  if (loaded.kind === 'loading') return <Skeleton shape="block" count={3} />
  if (loaded.kind === 'failed') {
    return <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />
  }
  const devices = [...loaded.value].sort((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <>
      <Text tone="secondary">{t('lead')}</Text>
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
          <h2 className="settings-subheading">{t('everywhere.title')}</h2>
          <Text tone="secondary">{t('everywhere.hint')}</Text>
        </div>
        <Failure title={t('everywhere.failed')} error={everywhere.error} />
        <Button variant="danger" busy={everywhere.isBusy ? t('signingOut') : undefined} onClick={() => setAsking(true)}>
          {t('everywhere.title')}
        </Button>
      </section>
      <AskDialog
        open={isAsking}
        title={t('everywhere.question')}
        action={t('signOut')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          everywhere.run(settings.signOutEverywhere)
        }}
      >
        <Text>{t('everywhere.body')}</Text>
        <Text tone="secondary">{t('everywhere.kept')}</Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}

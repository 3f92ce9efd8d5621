import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settingsDevices'
import { Announcer, Button, EmptyState, Icon, Skeleton, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import type { SectionProps } from '../SectionProps.ts'
import type { Device, Settings } from '../Settings.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { timeAgo } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { deviceName } from './deviceName.ts'

/** Lists the sites on which the user is signed in, each with its browsers. */
export function SitesSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.devices)
  const [said, setSaid] = useState('')
  if (loaded.kind === 'loading') return <Skeleton shape="block" count={2} />
  if (loaded.kind === 'failed') {
    return <LoadFailure title={t('sites.notLoaded')} error={loaded.error} onRetry={reload} />
  }
  const sites = Map.groupBy(
    loaded.value.filter(({ dappOrigin }) => !isOwnPage(dappOrigin)),
    ({ dappOrigin }) => dappOrigin,
  )
  return (
    <>
      <Text tone="secondary">{t('sites.lead')}</Text>
      {sites.size === 0 ? (
        <EmptyState icon="network" title={t('sites.empty.title')} description={t('sites.empty.body')} />
      ) : (
        [...sites].map(([origin, devices]) => (
          <SiteCard
            key={origin}
            origin={origin}
            devices={devices}
            settings={settings}
            onChanged={(words) => {
              setSaid(words)
              reload()
            }}
          />
        ))
      )}
      <Announcer message={said} />
    </>
  )
}

type SiteCardProps = {
  origin: string
  devices: readonly Device[]
  settings: Pick<Settings, 'revokeDevices'>
  onChanged: (words: string) => void
}

function SiteCard({ origin, devices, settings, onChanged }: SiteCardProps) {
  const { isBusy, error, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const site = siteName(origin)
  const { language } = navigator
  return (
    <article className="settings-panel" aria-label={site}>
      <span className="settings-panel-icon">
        <Icon name="network" />
      </span>
      <div className="settings-panel-text">
        <h2 className="settings-subheading">
          <bdi>{site}</bdi>
        </h2>
        <ul>
          {devices.map((device) => (
            <li key={device.deviceId}>
              <Text size="small" tone="secondary">
                <bdi>{deviceName(device)}</bdi> · {timeAgo(device.lastUsedAt, Date.now(), language)}
              </Text>
            </li>
          ))}
        </ul>
        <Failure title={t('sites.failed')} error={error} />
      </div>
      <Button variant="secondary" busy={isBusy ? t('sites.disconnecting') : undefined} onClick={() => setAsking(true)}>
        {t('sites.disconnect')}
      </Button>
      <AskDialog
        open={isAsking}
        title={t('sites.question')}
        action={t('sites.disconnect')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          run(async () => {
            await settings.revokeDevices(devices.map(({ deviceId }) => deviceId))
            onChanged(t('sites.done', { site }))
          })
        }}
      >
        <Text>{rich((names) => t('sites.body', names), { site: <bdi>{site}</bdi> })}</Text>
        <Text tone="secondary">{t('sites.kept')}</Text>
      </AskDialog>
    </article>
  )
}

import { Announcer, Button, EmptyState, ErrorState, Icon, Notice, Skeleton, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { Device, Settings } from '../createSettings.ts'
import type { SectionProps } from '../SectionProps.ts'
import { settingsWords } from '../settingsWords.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { timeAgo } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { deviceName } from './deviceName.ts'

/** The sites on which the person is signed in, each with the browsers that it was in. */
export function SitesSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(settings.devices)
  const isOnline = useOnline()
  const [said, setSaid] = useState('')
  if (loaded.kind === 'loading') return <Skeleton shape="block" count={2} />
  if (loaded.kind === 'failed') {
    return (
      <ErrorState
        title="Your sites could not be loaded"
        description={settingsWords(loaded.error, isOnline)}
        action={{ label: 'Try again', onClick: reload }}
      />
    )
  }
  const sites = Map.groupBy(
    loaded.value.filter(({ dappOrigin }) => !isOwnPage(dappOrigin)),
    ({ dappOrigin }) => dappOrigin,
  )
  return (
    <>
      <Text tone="secondary">
        A site only ever sees your address and what you approve there. Your wallet keeps a separate sign-in for each
        site, so signing out of one leaves the others as they are.
      </Text>
      {sites.size === 0 ? (
        <EmptyState
          icon="network"
          title="No sites yet"
          description="Sites where you sign in to your wallet appear here."
        />
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
  const isOnline = useOnline()
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
        {error !== null && (
          <Notice variant="danger" title="You are still signed in there">
            {settingsWords(error, isOnline)}
          </Notice>
        )}
      </div>
      <Button variant="secondary" busy={isBusy ? 'Disconnecting…' : undefined} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <AskDialog
        open={isAsking}
        title="Disconnect this site?"
        action="Disconnect"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          run(async () => {
            await settings.revokeDevices(devices.map(({ deviceId }) => deviceId))
            onChanged(`${site} is disconnected`)
          })
        }}
      >
        <Text>
          <bdi>{site}</bdi> can no longer ask your wallet for anything, in none of your browsers, until you sign in
          there again.
        </Text>
        <Text tone="secondary">
          It may still know your address. Allowances that you gave on a network stay there: take those back on the
          network.
        </Text>
      </AskDialog>
    </article>
  )
}

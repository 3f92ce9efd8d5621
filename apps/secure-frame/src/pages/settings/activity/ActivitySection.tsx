import { Announcer, Button, EmptyState, ErrorState, Icon, Notice, Skeleton, Text } from '@latchkey/ui'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import type { Device } from '../createSettings.ts'
import { deviceName } from '../devices/deviceName.ts'
import type { SectionProps } from '../SectionProps.ts'
import { saveFile } from '../saveFile.ts'
import { settingsWords } from '../settingsWords.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { moment } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import type { AuditTrail, TrailEntry } from './createAuditTrail.ts'
import { eventWords, isAlarming } from './eventWords.ts'
import { type ExportFormat, formatTrail, readAll } from './exportTrail.ts'

/** Entries that are shown at a time. */
const pageLength = 20

type Shown = {
  trail: AuditTrail
  entries: readonly TrailEntry[]
  isEnd: boolean
  devices: readonly Device[]
}

/** What happened to the account, as both services noted it. */
export function ActivitySection({ settings }: SectionProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const reading = useAction()
  const saving = useAction()
  const isOnline = useOnline()
  const [said, setSaid] = useState('')

  const read = useCallback(
    (isWhole: boolean) =>
      reading.run(async () => {
        const trail = await settings.auditTrail(isWhole)
        const [devices, page] = await Promise.all([settings.devices(), trail.next(pageLength)])
        setShown({ trail, devices, ...page })
        if (isWhole) setSaid('Both logs are shown')
      }),
    [settings, reading.run],
  )
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    read(false)
  }, [read])

  const more = () =>
    reading.run(async () => {
      if (shown === null) return
      const page = await shown.trail.next(pageLength)
      setShown({ ...shown, entries: [...shown.entries, ...page.entries], isEnd: page.isEnd })
    })
  const save = (format: ExportFormat) =>
    saving.run(async () => {
      // Always both logs, from the newest entry on: a file that lacks one would not say so.
      const entries = await readAll(await settings.auditTrail(true))
      const text = formatTrail(entries, await settings.devices(), format)
      const type = format === 'json' ? 'application/json' : 'text/csv'
      const day = new Date().toISOString().slice(0, 10)
      saveFile(document, `wallet-activity-${day}.${format}`, new Blob([text], { type }))
      setSaid(`${entries.length} entries were saved`)
    })

  if (shown === null) {
    if (reading.error === null) return <Skeleton shape="row" count={6} />
    return (
      <ErrorState
        title="Your activity could not be loaded"
        description={settingsWords(reading.error, isOnline)}
        action={{ label: 'Try again', onClick: () => read(false) }}
      />
    )
  }
  const { trail, entries, isEnd, devices } = shown
  const days = Map.groupBy(entries, ({ at }) =>
    new Date(at).toLocaleDateString(navigator.language, { dateStyle: 'long' }),
  )
  return (
    <>
      <Text tone="secondary">
        Everything that concerns the safety of your wallet. Two services look after it and each keeps a log of its own,
        so that neither can hide something alone. Nobody can change an entry or remove it.
      </Text>
      {!trail.isWhole && (
        <Notice
          title="You see one of two logs"
          action={
            <Button variant="secondary" busy={reading.isBusy ? 'Opening…' : undefined} onClick={() => read(true)}>
              Show both
            </Button>
          }
        >
          The second one opens with a fresh proof that it is you.
        </Notice>
      )}
      {entries.length === 0 ? (
        <EmptyState icon="clock" title="Nothing yet" description="What happens to your wallet appears here." />
      ) : (
        [...days].map(([day, ofDay]) => (
          <section key={day} className="settings-day" aria-label={day}>
            <h2 className="settings-subheading">{day}</h2>
            <ul className="settings-list settings-entries">
              {ofDay.map((entry) => (
                <Entry key={`${entry.authority} ${entry.id}`} entry={entry} devices={devices} />
              ))}
            </ul>
          </section>
        ))
      )}
      {reading.error !== null && (
        <Notice variant="danger" title="More could not be loaded">
          {settingsWords(reading.error, isOnline)}
        </Notice>
      )}
      {!isEnd && (
        <Button variant="secondary" busy={reading.isBusy ? 'Loading…' : undefined} onClick={more}>
          Show older
        </Button>
      )}
      <section className="settings-export">
        <h2 className="settings-subheading">Save a copy</h2>
        <Text tone="secondary">All entries of both logs in one file.</Text>
        {saving.error !== null && (
          <Notice variant="danger" title="Nothing was saved">
            {settingsWords(saving.error, isOnline)}
          </Notice>
        )}
        <div className="settings-buttons">
          <Button
            variant="secondary"
            icon="download"
            busy={saving.isBusy ? 'Preparing…' : undefined}
            onClick={() => save('csv')}
          >
            Spreadsheet (CSV)
          </Button>
          <Button
            variant="secondary"
            icon="download"
            busy={saving.isBusy ? 'Preparing…' : undefined}
            onClick={() => save('json')}
          >
            Data (JSON)
          </Button>
        </div>
      </section>
      <Announcer message={said} />
    </>
  )
}

function Entry({
  entry: { at, event, deviceId, dappOrigin },
  devices,
}: {
  entry: TrailEntry
  devices: readonly Device[]
}) {
  const device = devices.find((each) => each.deviceId === deviceId)
  const where = [
    ...(device === undefined ? [] : [device.isThis ? 'This browser' : deviceName(device)]),
    ...(dappOrigin === null || isOwnPage(dappOrigin) ? [] : [siteName(dappOrigin)]),
  ]
  return (
    <li className="settings-entry" data-alarming={isAlarming(event) || undefined}>
      <Icon name={isAlarming(event) ? 'warning' : 'check'} size={18} />
      <div>
        <p>{eventWords(event)}</p>
        <Text size="small" tone="secondary">
          <time dateTime={at}>{moment(at, navigator.language)}</time>
          {where.map((place) => (
            <Fragment key={place}>
              {' · '}
              <bdi>{place}</bdi>
            </Fragment>
          ))}
        </Text>
      </div>
    </li>
  )
}

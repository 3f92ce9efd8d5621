import { t } from '@latchkey/copy/settingsActivity'
import { Announcer, Button, EmptyState, Icon, Notice, Skeleton, Text } from '@latchkey/ui'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { deviceName } from '../devices/deviceName.ts'
import { Failure } from '../Failure.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import type { SectionProps } from '../SectionProps.ts'
import type { Device } from '../Settings.ts'
import { saveFile } from '../saveFile.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { moment } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import type { AuditTrail, TrailEntry } from './createAuditTrail.ts'
import { eventIcon, eventWords } from './eventWords.ts'
import { type ExportFormat, formatTrail, readAll } from './exportTrail.ts'

/** The number of entries shown at a time. */
const pageLength = 20

type Shown = {
  trail: AuditTrail
  entries: readonly TrailEntry[]
  isEnd: boolean
  devices: readonly Device[]
}

/** Shows the account's log, as both services recorded it. */
export function ActivitySection({ settings }: SectionProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const reading = useAction()
  const saving = useAction()
  const [said, setSaid] = useState('')

  const read = useCallback(
    (isWhole: boolean) =>
      reading.run(async () => {
        const trail = await settings.auditTrail(isWhole)
        const [devices, page] = await Promise.all([settings.devices(), trail.next(pageLength)])
        setShown({ trail, devices, ...page })
        if (isWhole) setSaid(t('bothLogs.shown'))
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
      // Always both logs, from the newest entry on: a file without one would not show that.
      const entries = await readAll(await settings.auditTrail(true))
      const text = formatTrail(entries, await settings.devices(), format)
      const type = format === 'json' ? 'application/json' : 'text/csv'
      const day = new Date().toISOString().slice(0, 10)
      saveFile(document, `wallet-activity-${day}.${format}`, new Blob([text], { type }))
      setSaid(t('copy.saved', { count: entries.length }))
    })

  if (shown === null) {
    if (reading.error === null) return <Skeleton shape="row" count={6} />
    return <LoadFailure title={t('notLoaded')} error={reading.error} onRetry={() => read(false)} />
  }
  const { trail, entries, isEnd, devices } = shown
  return (
    <>
      <Text tone="secondary">{t('lead')}</Text>
      {!trail.isWhole && (
        <Notice
          title={t('bothLogs.title')}
          action={
            <Button
              variant="secondary"
              busy={reading.isBusy ? t('bothLogs.opening') : undefined}
              onClick={() => read(true)}
            >
              {t('bothLogs.show')}
            </Button>
          }
        >
          {t('bothLogs.body')}
        </Notice>
      )}
      <Entries entries={entries} devices={devices} />
      <Failure title={t('older.notLoaded')} error={reading.error} />
      {!isEnd && (
        <Button variant="secondary" busy={reading.isBusy ? t('older.loading') : undefined} onClick={more}>
          {t('older.show')}
        </Button>
      )}
      <ExportPart error={saving.error} isBusy={saving.isBusy} onSave={save} />
      <Announcer message={said} />
    </>
  )
}

/** The entries by day, the newest first. */
function Entries({ entries, devices }: Pick<Shown, 'entries' | 'devices'>) {
  if (entries.length === 0) return <EmptyState icon="clock" title={t('empty.title')} description={t('empty.body')} />
  const days = Map.groupBy(entries, ({ at }) =>
    new Date(at).toLocaleDateString(navigator.language, { dateStyle: 'long' }),
  )
  return [...days].map(([day, ofDay]) => (
    <section key={day} className="settings-day" aria-label={day}>
      <h2 className="settings-subheading">{day}</h2>
      <ul className="settings-list settings-entries">
        {ofDay.map((entry) => (
          <Entry key={`${entry.authority} ${entry.id}`} entry={entry} devices={devices} />
        ))}
      </ul>
    </section>
  ))
}

type ExportPartProps = {
  error: Parameters<typeof Failure>[0]['error']
  isBusy: boolean
  onSave: (format: ExportFormat) => void
}

/** Saves both logs as a file. */
function ExportPart({ error, isBusy, onSave }: ExportPartProps) {
  return (
    <section className="settings-export">
      <h2 className="settings-subheading">{t('copy.title')}</h2>
      <Text tone="secondary">{t('copy.body')}</Text>
      <Failure title={t('copy.notSaved')} error={error} />
      <div className="settings-buttons">
        <Button
          variant="secondary"
          icon="download"
          busy={isBusy ? t('copy.preparing') : undefined}
          onClick={() => onSave('csv')}
        >
          {t('copy.csv')}
        </Button>
        <Button
          variant="secondary"
          icon="download"
          busy={isBusy ? t('copy.preparing') : undefined}
          onClick={() => onSave('json')}
        >
          {t('copy.json')}
        </Button>
      </div>
    </section>
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
    ...(device === undefined ? [] : [device.isThis ? t('thisBrowser') : deviceName(device)]),
    ...(dappOrigin === null || isOwnPage(dappOrigin) ? [] : [siteName(dappOrigin)]),
  ]
  const icon = eventIcon(event)
  return (
    <li className="settings-entry" data-alarming={icon === 'warning' || undefined}>
      <Icon name={icon} size={18} />
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

/**
 * Requirements: sends nothing unless the page has asked for it, the user has acted, the browser sends no Global Privacy Control and the
 * operator takes events; and then to the operator's api only. No email address, no message, no query of the page's address; addresses of
 * accounts with an option of their own. It never throws, and nothing waits for it: what can't be sent is dropped.
 *
 * Design: events wait in memory until there are about 45 KB of them or the page is hidden, and go by beacon. Errors go one by one, 5 in any 60 s.
 * A beacon has the type text/plain, which needs no preflight: no page that is about to end gets an answer to one.
 */
import { getAnalyticsConfig, sendErrorReport, sendEvents, uuidOf } from '@latchkey/api-client'
import type { createStore } from 'jotai/vanilla'
import { createBackendClient } from '../createBackendClient.ts'
import type { ModalEvent } from '../Modal.ts'
import { sdkVersion } from '../sdkVersion.ts'
import { servicesAtom } from '../services.ts'
import { alertsAtom } from '../state/alerts.ts'
import { createReportLimit, type ErrorReport, reportOfAlert, reportOfEvent } from './errorReports.ts'
import { propertiesOf } from './properties.ts'

/** What telemetry needs of a window. */
export type TelemetryPage = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'> & {
  navigator: Pick<Navigator, 'sendBeacon'> & {
    userActivation?: Pick<UserActivation, 'hasBeenActive'>
    globalPrivacyControl?: boolean
  }
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

export type TelemetryInput = {
  store: ReturnType<typeof createStore>
  /** What happened while this was loaded. */
  earlier: readonly ModalEvent[]
  page?: TelemetryPage
  fetch?: typeof fetch
}

/** Browsers refuse beacons of 64 KiB. */
const fullBytes = 45_000

/** Follows the modal's events and frame. Returns what stops it, which sends what is left. */
export function startTelemetry({ store, earlier, page = window, fetch }: TelemetryInput): () => void {
  const { settings, hub, clock } = store.get(servicesAtom)
  const { apiUrl, projectId, telemetry } = settings
  const hasAddresses = typeof telemetry === 'object' && telemetry.addresses === true
  const client = createBackendClient(
    { apiUrl, projectId, sdkVersion, ...(fetch && { fetch }) },
    { getAnalyticsConfig, sendErrorReport },
  )
  const batchUrl = new URL(sendEvents.path, apiUrl)
  batchUrl.search = String(new URLSearchParams({ projectId, st: 'latchkey', sv: sdkVersion }))

  /** JSON of events. */
  let pending: string[] = []
  let pendingBytes = 0
  let reports: ErrorReport[] = []
  /** Whether the operator takes events; undefined until that was asked. */
  let isTaken: boolean | 'asked' | undefined
  const mayReport = createReportLimit(clock.now)
  const isFull = () => pendingBytes > fullBytes

  const drop = () => {
    pending = []
    pendingBytes = 0
    reports = []
  }
  const ask = async (): Promise<void> => {
    isTaken = 'asked'
    isTaken = await client.call('getAnalyticsConfig', {}).then(
      ({ isAnalyticsEnabled }) => isAnalyticsEnabled,
      () => false,
    )
    send()
  }
  /** Sends what is due: all of it with `isLast`. */
  const send = (isLast = false): void => {
    const { navigator } = page
    const isSilent = navigator.globalPrivacyControl === true || isTaken === false
    if (isSilent) drop()
    if (isSilent || navigator.userActivation?.hasBeenActive !== true) return
    if (isTaken === undefined) void ask()
    if (isTaken !== true) return
    for (const { event, ...error } of reports.splice(0))
      client
        .call('sendErrorReport', { type: 'error', event, properties: { ...error, timestamp: clock.now() } })
        .catch(() => undefined)
    if (pending.length === 0 || !(isLast || isFull())) return
    const body = `[${pending.join()}]`
    drop()
    navigator.sendBeacon(batchUrl, body)
  }

  const keep = (event: ModalEvent): void => {
    const { origin, pathname, hostname } = page.location
    const json = JSON.stringify({
      eventId: uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4),
      url: `${origin}${pathname}`.slice(0, 2048),
      domain: hostname,
      timestamp: clock.now(),
      props: {
        type: 'track',
        event: event.type,
        ...(hasAddresses && 'address' in event && { address: event.address }),
        properties: propertiesOf(event),
      },
    })
    // What comes before the first batch can go must not grow without end.
    if (isFull()) return
    pending.push(json)
    pendingBytes += new TextEncoder().encode(json).length
  }
  const report = (error: ErrorReport | undefined): void => {
    if (error !== undefined && mayReport()) reports = [...reports, error].slice(-5)
  }
  const take = (event: ModalEvent): void => {
    try {
      keep(event)
      report(reportOfEvent(event))
      send()
    } catch {
      // Whatever a browser or a page refuses: telemetry is no reason for a failure.
    }
  }

  const seen = new WeakSet<object>()
  const lookAtAlerts = (): void => {
    for (const alert of store.get(alertsAtom)) {
      if (seen.has(alert)) continue
      seen.add(alert)
      report(reportOfAlert(alert))
    }
    send()
  }
  const leave = (): void => {
    try {
      send(true)
    } catch {
      // As above.
    }
  }
  const onVisibility = (): void => {
    if (page.document.visibilityState === 'hidden') leave()
  }

  for (const event of earlier) take(event)
  lookAtAlerts()
  const stops = [hub.events.listen(take), store.sub(alertsAtom, lookAtAlerts)]
  page.document.addEventListener('visibilitychange', onVisibility)
  page.addEventListener('pagehide', leave)
  return () => {
    leave()
    for (const stop of stops) stop()
    page.document.removeEventListener('visibilitychange', onVisibility)
    page.removeEventListener('pagehide', leave)
  }
}

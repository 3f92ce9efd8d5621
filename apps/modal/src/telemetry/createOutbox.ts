import { getAnalyticsConfig, sendErrorReport, sendEvents, uuidOf } from '@latchkey/api-client'
import { createBackendClient } from '../createBackendClient.ts'
import type { ModalEvent } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import { sdkVersion } from '../sdkVersion.ts'
import type { Clock } from '../services.ts'
import { createReportLimit, type ErrorReport } from './errorReports.ts'
import { propertiesOf } from './properties.ts'

/** The parts of a window that telemetry uses. */
export type TelemetryPage = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'> & {
  navigator: Pick<Navigator, 'sendBeacon'> & {
    userActivation?: Pick<UserActivation, 'hasBeenActive'>
    globalPrivacyControl?: boolean
  }
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

export type OutboxInput = {
  settings: Settings
  clock: Clock
  page: TelemetryPage
  fetch: typeof globalThis.fetch | undefined
}

export type Outbox = {
  keep(event: ModalEvent): void
  report(error: ErrorReport | undefined): void
  /** Sends due events, and all of them with `isLast`. Throws the browser's or the page's error. */
  send(isLast?: boolean): void
}

/** Browsers refuse beacons of 64 KiB. */
const fullBytes = 45_000

/** Keeps events and reports of errors until they are sent. */
export function createOutbox({ settings, clock, page, fetch }: OutboxInput): Outbox {
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
  /** Whether the operator accepts events; undefined until that is known. */
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

  return {
    keep(event) {
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
      // Events before the first batch can be sent must not grow without limit.
      if (isFull()) return
      pending.push(json)
      pendingBytes += new TextEncoder().encode(json).length
    },
    report(error) {
      if (error !== undefined && mayReport()) reports = [...reports, error].slice(-5)
    },
    send,
  }
}

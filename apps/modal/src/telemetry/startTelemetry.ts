/**
 * Requirements: sends nothing unless the page has enabled it, the user has acted, the browser sends no Global Privacy Control and the
 * operator accepts events; and then only to the operator's api. No email address, no message, no query of the page's address; account
 * addresses only with a separate option. It never throws, and nothing waits for it: events that can't be sent are dropped.
 *
 * Design: events wait in memory until there are about 45 KB of them or the page is hidden, and go by beacon. Errors go one by one, 5 in any
 * 60 s. A beacon has the type text/plain, which needs no preflight: a page that is about to end can't wait for one.
 */
import type { createStore } from 'jotai/vanilla'
import type { ModalEvent } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { alertsAtom } from '../state/alerts.ts'
import { createOutbox, type TelemetryPage } from './createOutbox.ts'
import { reportOfAlert, reportOfEvent } from './errorReports.ts'

export type TelemetryInput = {
  store: ReturnType<typeof createStore>
  /** Events from while this was loading. */
  earlier: readonly ModalEvent[]
  page?: TelemetryPage
  fetch?: typeof fetch
}

/** Subscribes to the modal's events and frame. Returns a function that stops it and sends what is left. */
export function startTelemetry({ store, earlier, page = window, fetch }: TelemetryInput): () => void {
  const { settings, hub, clock } = store.get(servicesAtom)
  const outbox = createOutbox({ settings, clock, page, fetch })

  const take = (event: ModalEvent): void => {
    try {
      outbox.keep(event)
      outbox.report(reportOfEvent(event))
      outbox.send()
    } catch {
      // A failure in the browser or the page must not make telemetry throw.
    }
  }

  const seen = new WeakSet<object>()
  const lookAtAlerts = (): void => {
    for (const alert of store.get(alertsAtom)) {
      if (seen.has(alert)) continue
      seen.add(alert)
      outbox.report(reportOfAlert(alert))
    }
    outbox.send()
  }
  const leave = (): void => {
    try {
      outbox.send(true)
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

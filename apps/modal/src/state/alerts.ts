import { atom } from 'jotai/vanilla'
import { type AlertCode, alerts, alertText, makeAlert } from '../alerts.ts'
import type { AlertReport } from '../Modal.ts'
import type { WordValues } from '../words/say.ts'
import { servicesAtom } from './services.ts'

const raised = atom<readonly AlertReport[]>([])

/** The errors in the set-up that a developer has to fix, newest last; one of each code. */
export const alertsAtom = atom((get) => get(raised))

/** Tell the developer: in the console, as an event, and for errors in the modal. */
export const raiseAlertAtom = atom(null, (get, set, code: AlertCode, values?: WordValues) => {
  const { hub, log } = get(servicesAtom)
  const alert = makeAlert(code, values)
  const { severity } = alerts[code]
  log(severity, alertText(alert))
  hub.events.emit({ type: 'ALERT', alert })
  if (severity === 'error') set(raised, [...get(raised).filter((known) => known.code !== code), alert])
})

/** The cause is gone, as far as we know: it is being tried again. */
export const clearAlertAtom = atom(null, (get, set, code: AlertCode) => {
  const others = get(raised).filter((alert) => alert.code !== code)
  if (others.length < get(raised).length) set(raised, others)
})

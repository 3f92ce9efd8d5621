import { atom } from 'jotai/vanilla'
import { type Alert, type AlertCode, type AlertKey, type AlertValues, alerts, codeOf } from '../alerts.ts'
import type { AlertReport } from '../Modal.ts'
import { type Services, servicesAtom } from '../services.ts'
import { loadOnce } from './loadOnce.ts'

type Severity = 'error' | 'warning' | 'info'

/** Alerts that stay until cleared: errors, and those that are reported only once. */
const raised = atom<readonly Alert[]>([])

/** The errors in the set-up that a developer has to fix, newest last. */
export const alertsAtom = atom((get): readonly Alert[] =>
  get(raised).filter(({ key }) => alerts[key].severity === 'error'),
)

/** Whether one of these is active. */
export const hasAlert = (standing: readonly Alert[], ...codes: readonly AlertCode[]): boolean =>
  standing.some(({ key }) => codes.includes(codeOf(key)))

/** Codes that several options can cause appear once per option; every other code appears once. */
const standsForEach: readonly AlertCode[] = ['APKT001', 'APKT013']

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const mistakeIn = ({ option, found }: AlertValues) => [option, found]

/** Null until they are loaded: with the first alert. */
const words = atom<Awaited<ReturnType<Services['loadAlertWords']>> | null>(null)
const loadWords = loadOnce(({ loadAlertWords }) => loadAlertWords())

/** The active alerts as texts; none until those are loaded. */
export const alertReportsAtom = atom((get): readonly AlertReport[] => {
  const loaded = get(words)
  return loaded === null ? [] : get(alertsAtom).map(loaded.describeAlert)
})

/** Reports in the console and as an event, once the texts are loaded. Without them the code refers to ALERTS.md. */
const reportAtom = atom(null, async (get, set, alert: Alert, severity: Severity) => {
  const services = get(servicesAtom)
  const { hub } = services
  try {
    const loaded = await loadWords(get, set)
    set(words, loaded)
    const report = loaded.describeAlert(alert)
    services.log(severity, loaded.alertText(report))
    hub.events.emit({ type: 'ALERT', alert: report })
  } catch {
    const code = codeOf(alert.key)
    services.log(severity, code)
    hub.events.emit({ type: 'ALERT', alert: { code, title: code, cause: '', fix: '', link: '' } })
  }
})

/** Reports to the developer: in the console, as an event, and for errors in the modal. */
export const raiseAlertAtom = atom(null, (get, set, key: AlertKey, values: AlertValues = {}) => {
  const { severity, once = false }: { severity: Severity; once?: boolean } = alerts[key]
  const alert: Alert = { key, values }
  const standing = get(raised)
  if (once && standing.some((known) => isSame(known, alert))) return
  void set(reportAtom, alert, severity)
  if (!once && severity !== 'error') return
  const isReplaced = (known: Alert): boolean =>
    codeOf(known.key) === codeOf(key) &&
    (!standsForEach.includes(codeOf(key)) || isSame(mistakeIn(known.values), mistakeIn(values)))
  set(raised, [...standing.filter((known) => !isReplaced(known)), alert])
})

/** The cause may be gone: the operation is being retried. */
export const clearAlertAtom = atom(null, (get, set, code: AlertCode) => {
  const others = get(raised).filter(({ key }) => codeOf(key) !== code)
  if (others.length < get(raised).length) set(raised, others)
})

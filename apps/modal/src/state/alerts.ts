import { atom } from 'jotai/vanilla'
import { type AlertCode, type AlertKey, alerts, alertText, codeOf, makeAlert } from '../alerts.ts'
import type { AlertReport } from '../Modal.ts'
import type { WordValues } from '../words/say.ts'
import { servicesAtom } from './services.ts'

type Raised = AlertReport & { readonly key: AlertKey }

/** What stands until it is cleared: errors, and what is said only once. */
const raised = atom<readonly Raised[]>([])

/** The errors in the set-up that a developer has to fix, newest last. */
export const alertsAtom = atom((get): readonly AlertReport[] =>
  get(raised).filter(({ key }) => alerts[key].severity === 'error'),
)

/** What may be wrong with several options at once stands once for each of them; every other code stands once. */
const standsForEach: readonly AlertCode[] = ['APKT001', 'APKT013']

/** Report to the developer: in the console, as an event, and for errors in the modal. */
export const raiseAlertAtom = atom(null, (get, set, key: AlertKey, values?: WordValues) => {
  const { hub, log } = get(servicesAtom)
  const alert = makeAlert(key, values)
  const { severity, once = false }: { severity: 'error' | 'warning' | 'info'; once?: boolean } = alerts[key]
  const standing = get(raised)
  if (once && standing.some((known) => known.key === key && known.cause === alert.cause && known.fix === alert.fix))
    return
  log(severity, alertText(alert))
  hub.events.emit({ type: 'ALERT', alert })
  if (!once && severity !== 'error') return
  const isReplaced = ({ code, cause }: Raised): boolean =>
    code === alert.code && (!standsForEach.includes(alert.code as AlertCode) || cause === alert.cause)
  set(raised, [...standing.filter((known) => !isReplaced(known)), { ...alert, key }])
})

/** The cause is gone, as far as we know: it is being tried again. */
export const clearAlertAtom = atom(null, (get, set, code: AlertCode) => {
  const others = get(raised).filter(({ key }) => codeOf(key) !== code)
  if (others.length < get(raised).length) set(raised, others)
})

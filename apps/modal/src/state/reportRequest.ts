import { atom } from 'jotai/vanilla'
import { type EntryView, entryViews, type Namespace } from '../Modal.ts'
import { nearestName } from '../options/nearestName.ts'
import { showValue } from '../options/showValue.ts'
import { raiseAlertAtom } from './alerts.ts'
import { namespacesAtom } from './networks.ts'

type Wish = { view: EntryView | undefined; namespace: Namespace | undefined }

/** Report what of a request to open could not be met: a view that is none or needs an account, and a namespace that the site hasn't. */
export const reportRequestAtom = atom(null, (get, set, { view, namespace }: Wish) => {
  const namespaces = get(namespacesAtom)
  if (namespace !== undefined && !namespaces.includes(namespace))
    set(raiseAlertAtom, 'APKTW003.namespace', { found: showValue(namespace), known: namespaces.join(', ') })
  if (view === undefined) return
  const found = showValue(view)
  const nearest = nearestName(view, entryViews)
  if (entryViews.includes(view)) set(raiseAlertAtom, 'APKTW003.account', { found })
  else if (nearest === undefined) set(raiseAlertAtom, 'APKTW003', { found, known: entryViews.join(', ') })
  else set(raiseAlertAtom, 'APKTW003.nearest', { found, nearest: `'${nearest}'` })
})

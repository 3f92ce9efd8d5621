import { atom } from 'jotai/vanilla'
import { type EntryView, entryViews, type Namespace } from '../Modal.ts'
import { nearestName } from '../options/nearestName.ts'
import { showValue } from '../options/showValue.ts'
import { raiseAlertAtom } from './alerts.ts'
import { namespacesAtom } from './networks.ts'

type Wish = { view: EntryView | undefined; namespace: Namespace | undefined }

/**
 * Reports the parts of a request to open that can't be met: an unknown view or one that needs an account, and a namespace that the site
 * doesn't have.
 */
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

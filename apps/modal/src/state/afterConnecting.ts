import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { captureStep } from './captureStep.ts'
import { isUnsupportedAtom } from './networks.ts'
import { closingsAtom, hideAtom, replaceAtom, viewAtom } from './route.ts'
import type { Route } from './routeRules.ts'

/** Returns the next view that the user has to see after connecting, or null: nothing is due, or it is done. */
type Step = (get: Getter, set: Setter) => Promise<Route | null> | Route | null

/** In this order. */
const steps: readonly Step[] = [
  (get) => (get(isUnsupportedAtom) ? { view: 'UnsupportedChain' } : null),
  (get, set) => get(servicesAtom).proof?.step(get, set) ?? null,
  captureStep,
]

/**
 * Shows the next view that is due after connecting, or hides the modal. Does neither when the user has left, or the site has made a
 * request, while a step was awaited.
 */
export const afterConnectingAtom = atom(null, async (get, set): Promise<void> => {
  const [view, closings] = [get(viewAtom), get(closingsAtom)]
  for (const step of steps) {
    const route = await step(get, set)
    if (get(viewAtom) !== view || get(closingsAtom) !== closings) return
    if (route !== null) return set(replaceAtom, route)
  }
  set(hideAtom)
})

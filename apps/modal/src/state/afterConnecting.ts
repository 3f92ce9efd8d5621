import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { captureStep } from '../emailCapture/captureStep.ts'
import { isUnsupportedAtom } from './networks.ts'
import { hideAtom, replaceAtom } from './route.ts'
import type { Route } from './routeRules.ts'

/** Returns the view that the visitor has to see before they're on the site, or null: nothing is due, or it is done. */
type Step = (get: Getter, set: Setter) => Promise<Route | null> | Route | null

/** In this order. */
const steps: readonly Step[] = [(get) => (get(isUnsupportedAtom) ? { view: 'UnsupportedChain' } : null), captureStep]

/** The visitor has connected, or is done with a view that was due: show the next one, or leave. */
export const afterConnectingAtom = atom(null, async (get, set): Promise<void> => {
  for (const step of steps) {
    const route = await step(get, set)
    if (route !== null) return set(replaceAtom, route)
  }
  set(hideAtom)
})

import { atom } from 'jotai/vanilla'
import type { EntryView } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { hasAccountAtom, mayHaveAccountAtom } from './accounts.ts'
import { isUnsupportedAtom } from './networks.ts'
import { type Route, routeToOpen } from './routeRules.ts'

/** The view that opening leads to in the current state, with or without a requested view. */
export const openingRouteAtom = atom((get) => (wish?: EntryView): Route => {
  const { settings, isMobile } = get(servicesAtom)
  return routeToOpen({
    wish,
    hasAccount: get(mayHaveAccountAtom),
    isBasic: settings.basic === true,
    isMobile: isMobile(),
    isUnsupported: get(hasAccountAtom) && get(isUnsupportedAtom),
  })
})

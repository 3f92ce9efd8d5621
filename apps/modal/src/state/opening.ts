import { atom } from 'jotai/vanilla'
import type { EntryView } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { hasAccountAtom, mayHaveAccountAtom } from './accounts.ts'
import { isUnsupportedAtom } from './networks.ts'
import { type Route, routeToOpen } from './routeRules.ts'

/** Where opening leads as things are, with the wish for a view or without. */
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

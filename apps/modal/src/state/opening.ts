import { atom } from 'jotai/vanilla'
import type { EntryView, Namespace } from '../Modal.ts'
import { hasAccountAtom, mayHaveAccountAtom } from './accounts.ts'
import { isUnsupportedAtom, namespacesAtom } from './networks.ts'
import { type Route, routeToOpen } from './routeRules.ts'
import { servicesAtom } from './services.ts'

/** Namespaces in which this page finds wallets by itself; those of the others are reached by pairing. */
const adapters: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Where opening leads as things are, with the wish for a view or without. */
export const openingRouteAtom = atom((get) => (wish?: EntryView): Route => {
  const { settings, isMobile } = get(servicesAtom)
  return routeToOpen({
    wish,
    hasAccount: get(mayHaveAccountAtom),
    isBasic: settings.basic === true,
    // Without a relay there is no code to show for the others.
    hasAdapters: !settings.walletConnect || get(namespacesAtom).some((name) => adapters.includes(name)),
    isMobile: isMobile(),
    isUnsupported: get(hasAccountAtom) && get(isUnsupportedAtom),
  })
})

import { atom } from 'jotai/vanilla'
import type { Namespace } from '../Modal.ts'
import { activeNamespaceAtom } from './networks.ts'

/** A tab of Account. */
type AccountTab = 'tokens' | 'activity'

const chosen = atom<Partial<Record<Namespace, AccountTab>>>({})

/** The tab that Account shows, remembered for each namespace until the page is left (`currentTab`, specification section 3). */
export const accountTabAtom = atom(
  (get) => get(chosen)[get(activeNamespaceAtom)] ?? 'tokens',
  (get, set, tab: AccountTab) => set(chosen, { ...get(chosen), [get(activeNamespaceAtom)]: tab }),
)

import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

/** Specification section 9. */
const most = 2

const base = atom<readonly string[] | null>(null)

/** Ids of the directory: the wallets that were connected last, the last one first. */
export const recentWalletIdsAtom = atom(
  (get): readonly string[] => get(base) ?? get(servicesAtom).storage.read('recent-wallets') ?? [],
)

export const rememberWalletAtom = atom(null, (get, set, id: string) => {
  const ids = [id, ...get(recentWalletIdsAtom).filter((other) => other !== id)].slice(0, most)
  set(base, ids)
  get(servicesAtom).storage.write('recent-wallets', ids)
})

import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { getDirectory } from './client.ts'

/** Specification section 9: the time limit for an icon. One that arrives later is still shown. */
const timeoutMs = 2000

/** `pending`: its place is kept empty for it. `src`: a `data:image/…` address; null while, or if, there is none. */
export type WalletImage = { readonly pending: boolean; readonly src: string | null }

const base = atom<ReadonlyMap<string, WalletImage>>(new Map())

/** The requested icons of the directory, by their `image_id`. */
export const imagesAtom = atom((get) => get(base))

/** Fetches an icon, once. Never throws: a wallet without one shows its initials. */
export const loadImageAtom = atom(null, async (get, set, id: string): Promise<void> => {
  if (get(base).has(id)) return
  const keep = (image: WalletImage) => set(base, new Map(get(base)).set(id, image))
  keep({ pending: true, src: null })
  const cancel = get(servicesAtom).clock.after(timeoutMs, () => keep({ pending: false, src: null }))
  try {
    const directory = await getDirectory(get, set)
    keep({ pending: false, src: await directory.image(id) })
  } catch {
    keep({ pending: false, src: null })
  }
  cancel()
})

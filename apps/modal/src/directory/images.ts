import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { getDirectory } from './client.ts'

/** Specification section 9: nobody waits longer for a picture. One that comes later is shown all the same. */
const timeoutMs = 2000

/** `pending`: its place is kept empty for it. `src`: a `data:image/…` address; null while, or if, there is none. */
export type WalletImage = { readonly pending: boolean; readonly src: string | null }

const base = atom<ReadonlyMap<string, WalletImage>>(new Map())

/** The pictures of the directory that were asked for, by their `image_id`. */
export const imagesAtom = atom((get) => get(base))

/** Ask for a picture, once. Never throws: a wallet without one has its initials. */
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

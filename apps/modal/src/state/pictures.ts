import { atom } from 'jotai/vanilla'
import { getAccountApi } from './accountApi.ts'

const base = atom<ReadonlyMap<string, string | null>>(new Map())

/** The pictures that were asked for, by the address that the backend gave: `data:image/…`, or null while, or if, there is none. */
export const picturesAtom = atom((get) => get(base))

/** Ask the backend for a picture, once. Never throws: what has none is drawn. */
export const loadPictureAtom = atom(null, async (get, set, iconUrl: string): Promise<void> => {
  if (iconUrl === '' || get(base).has(iconUrl)) return
  set(base, new Map(get(base)).set(iconUrl, null))
  try {
    const api = await getAccountApi(get, set)
    const src = await api.image(iconUrl)
    set(base, new Map(get(base)).set(iconUrl, src))
  } catch {
    // It stays without.
  }
})

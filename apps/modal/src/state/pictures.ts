import { atom } from 'jotai/vanilla'
import { getAccountApi } from './accountApi.ts'

const base = atom<ReadonlyMap<string, string | null>>(new Map())

/** The requested icons, by the backend's address: `data:image/…`, or null while, or if, there is none. */
export const picturesAtom = atom((get) => get(base))

/** Fetches an icon, once. Never throws: without one, initials are drawn. */
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

import { NetworkIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import { getAccountApi } from '../state/accountApi.ts'

/** The requested icons, by the backend's address: `data:image/…`, or null while, or if, there is none. */
const picturesAtom = atom<ReadonlyMap<string, string | null>>(new Map())

/** Fetches an icon, once. Never throws: without one, initials are drawn. */
const loadPictureAtom = atom(null, async (get, set, iconUrl: string): Promise<void> => {
  if (iconUrl === '' || get(picturesAtom).has(iconUrl)) return
  set(picturesAtom, new Map(get(picturesAtom)).set(iconUrl, null))
  try {
    const api = await getAccountApi(get, set)
    const src = await api.image(iconUrl)
    set(picturesAtom, new Map(get(picturesAtom)).set(iconUrl, src))
  } catch {
    // It stays without.
  }
})

export type TokenPictureProps = {
  symbol: string
  /** From the backend; empty where there is none. */
  iconUrl: string
  /** Edge in pixels; 36 when absent. */
  size?: number
}

/** A token's icon: the backend's, else its initials. */
export function TokenPicture({ symbol, iconUrl, size = 36 }: TokenPictureProps) {
  const load = useSetAtom(loadPictureAtom)
  useEffect(() => void load(iconUrl), [load, iconUrl])
  // An icon that loads redraws one row.
  const src = useAtomValue(useMemo(() => atom((get) => get(picturesAtom).get(iconUrl) ?? undefined), [iconUrl]))
  return <NetworkIcon name={symbol} imageUrl={src} size={size} />
}

import { NetworkIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import { loadPictureAtom, picturesAtom } from '../state/pictures.ts'

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

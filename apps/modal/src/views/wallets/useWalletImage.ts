import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import { imagesAtom, loadImageAtom } from '../../directory/images.ts'
import type { WalletTarget } from '../../state/connecting.ts'

/** Returns a wallet's icon: its own, else the directory's, which is requested when it is first shown. */
export const useWalletImage = ({ connectors, wallet }: WalletTarget) => {
  const load = useSetAtom(loadImageAtom)
  const own = connectors.find(({ icon }) => icon !== null)?.icon ?? null
  const id = own === null ? (wallet?.image_id ?? null) : null
  useEffect(() => {
    if (id !== null) void load(id)
  }, [id, load])
  // An icon that loads redraws one row.
  const image = useAtomValue(useMemo(() => atom((get) => (id === null ? undefined : get(imagesAtom).get(id))), [id]))
  return { src: own ?? image?.src ?? null, pending: id !== null && (image?.pending ?? true) }
}

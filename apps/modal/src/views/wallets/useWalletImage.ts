import type { RankedWallet } from '@latchkey/directory'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import type { Connector } from '../../connectors/Connector.ts'
import { imagesAtom, loadImageAtom } from '../../directory/images.ts'

/** The picture of a wallet: its own, else that of the directory, which is asked for when it is first shown. */
export const useWalletImage = ({ connectors, wallet }: RankedWallet<Connector>) => {
  const load = useSetAtom(loadImageAtom)
  const own = connectors.find(({ icon }) => icon !== null)?.icon ?? null
  const id = own === null ? (wallet?.image_id ?? null) : null
  useEffect(() => {
    if (id !== null) void load(id)
  }, [id, load])
  // One picture that comes in draws one row.
  const image = useAtomValue(useMemo(() => atom((get) => (id === null ? undefined : get(imagesAtom).get(id))), [id]))
  return { src: own ?? image?.src ?? null, pending: id !== null && (image?.pending ?? true) }
}

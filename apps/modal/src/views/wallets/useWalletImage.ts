import type { RankedWallet } from '@latchkey/directory'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import type { Connector } from '../../connectors/Connector.ts'
import { imagesAtom, loadImageAtom } from '../../directory/images.ts'

/** The picture of a wallet: its own, else that of the directory, which is asked for when it is first shown. */
export const useWalletImage = ({ connectors, wallet }: RankedWallet<Connector>) => {
  const images = useAtomValue(imagesAtom)
  const load = useSetAtom(loadImageAtom)
  const own = connectors.find(({ icon }) => icon !== null)?.icon ?? null
  const id = own === null ? (wallet?.image_id ?? null) : null
  useEffect(() => {
    if (id !== null) void load(id)
  }, [id, load])
  const image = id === null ? undefined : images.get(id)
  return { src: own ?? image?.src ?? null, pending: id !== null && (image?.pending ?? true) }
}

import { t } from '@latchkey/copy/exchange'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { ChoiceList } from '../parts/ChoiceList.tsx'
import { TokenPicture } from '../parts/TokenPicture.tsx'
import { activeNetworkAtom } from '../state/networks.ts'
import { backAtom } from '../state/route.ts'
import { chooseAssetAtom, fundAssetAtom, fundAssetsAtom } from './form.ts'

/** Selects the token to fund the account with. */
export function PayWithExchangeSelectAsset() {
  const all = useAtomValue(fundAssetsAtom)
  const chosen = useAtomValue(fundAssetAtom)
  const network = useAtomValue(activeNetworkAtom)
  const choose = useSetAtom(chooseAssetAtom)
  const back = useSetAtom(backAtom)
  return (
    <ChoiceList
      label={t('assets')}
      choices={all.map((asset) => ({
        id: asset.id,
        texts: [asset.name, asset.symbol],
        title: <bdi>{asset.name}</bdi>,
        description: network?.name ?? asset.chainId,
        icon: <TokenPicture symbol={asset.symbol} iconUrl={`/public/getTokenImage/${asset.symbol}`} />,
        trailing: <bdi>{asset.symbol}</bdi>,
        selected: asset.id === chosen?.id,
        onClick: () => {
          choose(asset)
          back()
        },
      }))}
    />
  )
}

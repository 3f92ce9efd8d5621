import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/tokens'
import { Button, EmptyState, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { hasPrice, worthOf } from '../../account/tokenList.ts'
import type { NetworkId } from '../../Modal.ts'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import { TokenPicture } from '../../parts/TokenPicture.tsx'
import { activeNetworkIdAtom, networkNameAtom } from '../../state/networks.ts'
import { chooseNetworkAtom } from '../../state/switching.ts'
import { Actions } from './Actions.tsx'
import { shownTokenAtom } from './shownToken.ts'

/** One token of the account: its balance, and its actions. */
export function Token() {
  const token = useAtomValue(shownTokenAtom)
  const networkName = useAtomValue(networkNameAtom)
  const active = useAtomValue(activeNetworkIdAtom)
  const chooseNetwork = useSetAtom(chooseNetworkAtom)
  if (token === null) return <EmptyState icon="wallet" title={t('noneShown')} />
  const { name, symbol, quantity, iconUrl, chainId } = token
  const network = networkName(chainId as NetworkId)
  const isHere = chainId === active
  return (
    <Styled styles={accountStyles}>
      <div part="token">
        <TokenPicture symbol={symbol} iconUrl={iconUrl} size={48} />
        <Text size="title" as="h2" align="center">
          <bdi>{formatQuantity(quantity.numeric)}</bdi> <bdi>{symbol}</bdi>
        </Text>
        <Text size="small" tone="secondary" align="center">
          {hasPrice(token) && <bdi>{`${formatUsd(worthOf(token))} · `}</bdi>}
          <bdi>{name}</bdi> · <bdi>{network}</bdi>
        </Text>
      </div>
      {isHere ? (
        <Actions token={token} />
      ) : (
        <Button onClick={() => chooseNetwork(chainId as NetworkId)}>{t('switchTo', { network })}</Button>
      )}
    </Styled>
  )
}

import type { TokenBalance } from '@latchkey/api-client'
import { t } from '@latchkey/copy/account'
import { ButtonRow, Stack, Tile } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { openBuyAtom } from '../../buy/openBuy.ts'
import { isExchangeOnAtom, openExchangesAtom } from '../../exchanges/openExchanges.ts'
import { featuresAtom } from '../../remote-config/features.ts'
import { openSellAtom } from '../../sell/openSell.ts'
import { isOnrampOnAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'
import { canSendAtom, openSendAtom } from '../../state/send/openSend.ts'
import { canSwapAtom, openSwapAtom } from '../../swap/openSwap.ts'

/** The actions for the account's balances, or for one token. */
export function Actions({ token }: { token?: TokenBalance }) {
  const canSend = useAtomValue(canSendAtom)
  const canBuy = useAtomValue(isOnrampOnAtom)
  const openBuy = useSetAtom(openBuyAtom)
  const openSend = useSetAtom(openSendAtom)
  const canSwap = useAtomValue(canSwapAtom)
  const openSwap = useSetAtom(openSwapAtom)
  const openSell = useSetAtom(openSellAtom)
  const canSell = useAtomValue(featuresAtom).offramp && canSend
  const canDeposit = useAtomValue(isExchangeOnAtom)
  const openExchanges = useSetAtom(openExchangesAtom)
  const push = useSetAtom(pushAtom)
  const tiles = [
    canSend && <Tile key="send" icon="send" label={t('send')} onClick={() => openSend(token)} />,
    canSwap && (
      <Tile
        key="swap"
        icon="swap"
        label={t('swap')}
        onClick={() => openSwap(token?.address === undefined ? {} : { fromToken: token.address })}
      />
    ),
    <Tile key="receive" icon="receive" label={t('receive')} onClick={() => push({ view: 'WalletReceive' })} />,
    canBuy && <Tile key="buy" icon="card" label={t('buy')} onClick={() => openBuy(token)} />,
    canSell && <Tile key="sell" icon="external" label={t('sell')} onClick={() => openSell(token)} />,
    canDeposit && token === undefined && (
      <Tile key="deposit" icon="download" label={t('deposit')} onClick={() => openExchanges()} />
    ),
  ].filter((tile) => tile !== false)
  // Six wrap on a phone, and the last one would be alone on its line.
  if (tiles.length < 6) return <ButtonRow>{tiles}</ButtonRow>
  return (
    <Stack gap={3}>
      <ButtonRow>{tiles.slice(0, 3)}</ButtonRow>
      <ButtonRow>{tiles.slice(3)}</ButtonRow>
    </Stack>
  )
}

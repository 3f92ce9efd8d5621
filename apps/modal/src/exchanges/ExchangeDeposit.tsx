import { formatQuantity } from '@latchkey/chains'
import { t } from '@latchkey/copy/exchange'
import { Address, Button, NetworkIcon, Notice, Stack, Text } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { accountStyles } from '../parts/accountStyles.ts'
import { Styled } from '../parts/Styled.tsx'
import { accountAtom } from '../state/accounts.ts'
import { announceAtom } from '../state/announcement.ts'
import { copyAddressAtom, isCopiedAtom } from '../state/copying.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../state/networks.ts'
import { depositAtom, hasMemoAtom, watchDepositAtom } from './deposit.ts'

/** Shows the address to withdraw to from any exchange, and what has arrived there. */
export function ExchangeDeposit() {
  const address = useAtomValue(accountAtom)?.address
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const hasMemo = useAtomValue(hasMemoAtom)
  const isCopied = useAtomValue(isCopiedAtom)
  const copy = useSetAtom(copyAddressAtom)
  const watch = useSetAtom(watchDepositAtom)
  // Another account or network is watched afresh.
  useEffect(() => watch(), [watch, address, id])
  if (address === undefined) return null
  return (
    <Styled styles={accountStyles}>
      <Stack>
        <Text>{t('deposit.steps', { network })}</Text>
        <div part="receive-code">
          <QrCode
            text={address}
            label={t('deposit.code', { network })}
            logo={<NetworkIcon name={network} id={id} size={44} />}
          />
          <Address address={address} form="full" />
        </div>
        <Button variant="secondary" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(address)}>
          {t(isCopied ? 'deposit.copied' : 'deposit.copy')}
        </Button>
        <Notice variant="warning">{t('deposit.network')}</Notice>
        {hasMemo && <Notice>{t('deposit.memo')}</Notice>}
        <Arrival network={network} />
      </Stack>
    </Styled>
  )
}

const awayKeys = { api: 'unreachable', chain: 'chainAway' } as const

function Arrival({ network }: { network: string }) {
  const { status, received, away } = useAtomValue(depositAtom)
  const announce = useSetAtom(announceAtom)
  const key = status === 'watching' && away !== null ? awayKeys[away] : status === 'arrived' ? 'watching' : status
  const words =
    received === null
      ? t(`deposit.${key}`, { network })
      : t('deposit.arrived', { amount: formatQuantity(received.amount), symbol: received.symbol })
  useEffect(() => announce(words), [words, announce])
  return <Notice variant={received === null ? 'info' : 'success'}>{words}</Notice>
}

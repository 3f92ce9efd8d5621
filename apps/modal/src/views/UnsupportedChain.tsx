import { t as accountT } from '@latchkey/copy/account'
import { t } from '@latchkey/copy/networks'
import { Row, Stack, Text, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { accountAtom } from '../state/accounts.ts'
import { leaveAccountAtom } from '../state/connections.ts'
import { activeNetworkAtom, isUnsupportedAtom, networksAtom } from '../state/networks.ts'
import { leaveUnsupportedAtom } from '../state/switching.ts'
import { NetworkRows } from './Networks.tsx'

/** The wallet is on a network that this site does not serve. */
export function UnsupportedChain() {
  const account = useAtomValue(accountAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? 'unknown'
  const networks = useAtomValue(networksAtom)
  const isUnsupported = useAtomValue(isUnsupportedAtom)
  const leave = useSetAtom(leaveUnsupportedAtom)
  const disconnect = useSetAtom(leaveAccountAtom)
  const wallet = account === null || account.connector.type === 'auth' ? null : account.connector
  useEffect(() => {
    if (!isUnsupported) leave()
  }, [isUnsupported, leave])
  return (
    <Stack>
      <Stack direction="line" gap={3}>
        {wallet !== null && <WalletIcon name={wallet.name} src={wallet.icon} />}
        <Text tone="secondary">
          {wallet === null
            ? t('unsupported.text', { network })
            : t('unsupported.textWallet', { network, wallet: wallet.name })}
        </Text>
      </Stack>
      <NetworkRows networks={networks} />
      <Row title={accountT('disconnect')} icon="disconnect" onClick={() => void disconnect()} />
    </Stack>
  )
}

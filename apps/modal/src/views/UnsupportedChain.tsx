import { Row, Stack, Text, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { accountAtom } from '../state/accounts.ts'
import { leaveAccountAtom } from '../state/connections.ts'
import { activeNetworkAtom, networksAtom } from '../state/networks.ts'
import { sayLater as say } from '../words/sayLater.ts'
import { NetworkRows } from './Networks.tsx'

/** The wallet is on a network that this site does not serve. */
export function UnsupportedChain() {
  const account = useAtomValue(accountAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? say('unsupported.other')
  const networks = useAtomValue(networksAtom)
  const disconnect = useSetAtom(leaveAccountAtom)
  const wallet = account === null || account.connector.type === 'auth' ? null : account.connector
  return (
    <Stack>
      <Stack direction="line" gap={3}>
        {wallet !== null && <WalletIcon name={wallet.name} src={wallet.icon} />}
        <Text tone="secondary">
          {wallet === null
            ? say('unsupported.text', { network })
            : say('unsupported.textWallet', { network, wallet: wallet.name })}
        </Text>
      </Stack>
      <NetworkRows networks={networks} />
      <Row title={say('account.disconnect')} icon="disconnect" onClick={() => void disconnect()} />
    </Stack>
  )
}

import { Row, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { disconnectAtom } from '../state/connection.ts'
import { activeNetworkAtom, networksAtom } from '../state/networks.ts'
import { say } from '../words/say.ts'
import { NetworkRows } from './Networks.tsx'

/** The wallet is on a network that this site does not serve. */
export function UnsupportedChain() {
  const network = useAtomValue(activeNetworkAtom)
  const networks = useAtomValue(networksAtom)
  const disconnect = useSetAtom(disconnectAtom)
  return (
    <Stack>
      <Text tone="secondary">{say('unsupported.text', { network: network?.name ?? say('unsupported.other') })}</Text>
      <NetworkRows networks={networks} />
      <Row title={say('account.disconnect')} icon="disconnect" onClick={() => void disconnect()} />
    </Stack>
  )
}

import { t } from '@latchkey/copy/pairing'
import { t as walletsT } from '@latchkey/copy/wallets'
import { Row, Stack, Tag } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { loadFirstAtom, walletCountAtom } from '../../directory/catalogue.ts'
import { connectListAtom } from '../../directory/rankedWallets.ts'
import { Waiting } from '../../parts/Waiting.tsx'
import { connectingAtom, connectWalletAtom } from '../../state/connecting.ts'
import { discoverAtom } from '../../state/connectors.ts'
import { pushAtom } from '../../state/route.ts'
import { ConnectingFailed } from './ConnectingFailed.tsx'
import { PairWith } from './ConnectingWalletConnect.tsx'

/** Only WalletConnect: the QR code at once, and the list of wallets. */
export function ConnectingWalletConnectBasic() {
  const connecting = useAtomValue(connectingAtom)
  const any = useAtomValue(connectListAtom).find(({ group }) => group === 'walletConnect')
  const count = useAtomValue(walletCountAtom)
  const discover = useSetAtom(discoverAtom)
  const load = useSetAtom(loadFirstAtom)
  const connect = useSetAtom(connectWalletAtom)
  const push = useSetAtom(pushAtom)
  const isIdle = connecting.status === 'idle'
  useEffect(() => {
    discover().catch(() => undefined)
    void load()
  }, [discover, load])
  useEffect(() => {
    if (isIdle && any !== undefined) void connect(any)
  }, [isIdle, any, connect])
  if (connecting.status === 'failed') return <ConnectingFailed connecting={connecting} />
  return (
    <Stack>
      {connecting.status === 'waiting' ? <PairWith target={connecting.target} /> : <Waiting words={t('codeLoading')} />}
      <Row
        title={walletsT('all')}
        icon="grid"
        trailing={count === null ? 'chevron' : <Tag label={String(count)} />}
        onClick={() => push({ view: 'AllWallets' })}
      />
    </Stack>
  )
}

import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/networks'
import { ErrorState, NetworkIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { activeNetworkIdAtom, networkName } from '../state/networks.ts'
import { routeAtom } from '../state/route.ts'
import { runSwitchAtom, switchingAtom } from '../state/switching.ts'
import { Waiting } from './Waiting.tsx'

/** A switch under way, or why it did not work. */
export function SwitchNetwork() {
  const route = useAtomValue(routeAtom)
  const switching = useAtomValue(switchingAtom)
  const activeId = useAtomValue(activeNetworkIdAtom)
  const run = useSetAtom(runSwitchAtom)
  if (route.view !== 'SwitchNetwork') return null
  const network = networkName(route.network) ?? route.network
  if (switching.status === 'error') {
    return (
      <ErrorState
        title={t('switch.failed', { network })}
        description={t('switch.failedHint', { network: networkName(activeId) ?? activeId })}
        action={{ label: commonT('tryAgain'), onClick: () => void run(route.network) }}
      />
    )
  }
  return (
    <Waiting
      words={t('switch.pending', { network })}
      picture={<NetworkIcon name={network} id={route.network} size={64} />}
    />
  )
}

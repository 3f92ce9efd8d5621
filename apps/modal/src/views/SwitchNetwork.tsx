import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/networks'
import { ErrorState, NetworkIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Waiting } from '../parts/Waiting.tsx'
import { accountAtom } from '../state/accounts.ts'
import { activeNetworkIdAtom, findNetworkAtom, networkNameAtom } from '../state/networks.ts'
import { isWalletOnAtom } from '../state/project.ts'
import { pushAtom, routeAtom } from '../state/route.ts'
import { runSwitchAtom, switchingAtom } from '../state/switching.ts'

/** A switch under way, or why it did not work. */
export function SwitchNetwork() {
  const route = useAtomValue(routeAtom)
  const switching = useAtomValue(switchingAtom)
  const activeId = useAtomValue(activeNetworkIdAtom)
  const push = useSetAtom(pushAtom)
  const isEmbedded = useAtomValue(accountAtom)?.connector.type === 'auth'
  const isWalletOn = useAtomValue(isWalletOnAtom)
  const nameOf = useAtomValue(networkNameAtom)
  const find = useAtomValue(findNetworkAtom)
  const run = useSetAtom(runSwitchAtom)
  if (route.view !== 'SwitchNetwork') return null
  const network = nameOf(route.network)
  // Only the embedded wallet's networks are its operator's decision. The advice is another wallet.
  if (switching.status === 'error' && isEmbedded && isWalletOn && switching.error.name === 'CHAIN_NOT_SUPPORTED') {
    const successor = find(route.network)?.successor
    const current = nameOf(activeId)
    return (
      <ErrorState
        title={t('switch.unserved', { network })}
        description={
          successor === undefined
            ? t('switch.unservedHint', { network, current })
            : t('switch.retiredHint', { network, successor: nameOf(successor), current })
        }
        action={{ label: t('switch.otherWallet'), onClick: () => push({ view: 'ConnectWallets' }) }}
      />
    )
  }
  if (switching.status === 'error') {
    return (
      <ErrorState
        title={t('switch.failed', { network })}
        description={t('switch.failedHint', { network: nameOf(activeId) })}
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

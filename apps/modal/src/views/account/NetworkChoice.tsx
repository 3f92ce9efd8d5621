import { t } from '@latchkey/copy/account'
import { Icon, NetworkIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { pushAtom } from '../../state/route.ts'

/** The network that all of the account's view is about, and the way to another one. */
export function NetworkChoice() {
  const id = useAtomValue(activeNetworkIdAtom)
  const name = useAtomValue(activeNetworkAtom)?.name ?? id
  const push = useSetAtom(pushAtom)
  return (
    <button type="button" part="account-network" onClick={() => push({ view: 'Networks' })}>
      <NetworkIcon name={name} id={id} size={20} />
      {/* Cut at its own end, whichever way the page reads. */}
      <span dir="auto">
        <span className="lk-hidden">{t('network')} </span>
        {name}
      </span>
      <Icon name="chevronDown" size={16} />
    </button>
  )
}

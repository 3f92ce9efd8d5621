import { t as namespacesT } from '@latchkey/copy/namespaces'
import { t } from '@latchkey/copy/networks'
import { Button, NetworkIcon, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { networkNameAtom } from '../state/networks.ts'
import { routeAtom } from '../state/route.ts'
import { confirmActiveChainAtom } from '../state/switching.ts'
import { namespaceOf } from '../storedConnections.ts'

/** The chosen network is of another namespace: a wallet for it comes first (specification section 2). */
export function SwitchActiveChain() {
  const route = useAtomValue(routeAtom)
  const nameOf = useAtomValue(networkNameAtom)
  const confirm = useSetAtom(confirmActiveChainAtom)
  if (route.view !== 'SwitchActiveChain') return null
  const network = nameOf(route.network)
  const namespace = namespacesT(namespaceOf(route.network))
  return (
    <div part="connecting">
      <NetworkIcon name={network} id={route.network} size={64} />
      <div part="connecting-words">
        <Text as="h2" size="title" align="center">
          {t('otherWallet.needed', { namespace })}
        </Text>
        <Text tone="secondary" align="center">
          {t('otherWallet.text', { network, namespace })}
        </Text>
      </div>
      <Button onClick={confirm}>{t('otherWallet.choose')}</Button>
    </div>
  )
}

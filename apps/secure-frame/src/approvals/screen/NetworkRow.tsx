import { t } from '@latchkey/copy/approvals'
import { KeyValue, NetworkIcon, Tag } from '@latchkey/ui'
import type { ServedNetwork } from '../../chain/networkOf.ts'

/** Shows the network of the request. */
export function NetworkRow({ network }: { network: ServedNetwork }) {
  return (
    <KeyValue label={t('network')}>
      <span className="wallet-network">
        <NetworkIcon name={network.name} id={network.caipNetworkId} size={18} />
        <bdi>{network.name}</bdi>
        {network.testnet && <Tag label={t('testNetwork')} />}
      </span>
    </KeyValue>
  )
}

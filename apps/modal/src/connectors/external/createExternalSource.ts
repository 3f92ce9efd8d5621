import type { CustomConnector } from '../../Modal.ts'
import type { ConnectorSource } from '../Connector.ts'
import type { NetworkDetails } from '../eip1193/chainToAdd.ts'
import { createEip1193Connector } from '../eip1193/createEip1193Connector.ts'
import { isForeignProvider } from '../eip1193/ForeignProvider.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'

/** The wallets that the dapp supplies: each once, and only those that can be called. */
export const createExternalSource =
  (connectors: readonly CustomConnector[], { rpcUrls, ownNetworks }: NetworkDetails = {}): ConnectorSource =>
  (onConnector) => {
    const ids = new Set<string>()
    for (const { id, name, icon, rdns = null, provider } of connectors) {
      if (ids.has(id) || !isForeignProvider(provider)) continue
      ids.add(id)
      onConnector(
        createEip1193Connector({
          id: `external:${id}`,
          type: 'external',
          name: readWalletName(name) ?? id,
          icon: readIcon(icon),
          rdns,
          provider,
          rpcUrls,
          ownNetworks,
        }),
      )
    }
    return () => undefined
  }

import type { Namespace, NetworkId } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import { namespaceOf } from '../storedConnections.ts'
import type { Connector, ConnectorSource } from './Connector.ts'
import type { WalletLink } from './walletConnect/walletLinks.ts'

export type LoadConnectorsOptions = {
  settings: Settings
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** A request is pending in a wallet on this phone, which has to be brought to the front. */
  onWaiting?: ((link: WalletLink) => void) | undefined
}

type Row = { isNeeded: boolean; load: () => Promise<ConnectorSource> }

/** The sources of wallets in the page that are not EVM wallets. */
const others: Partial<Record<Namespace, (siteName: string) => Promise<ConnectorSource>>> = {
  solana: async () => (await import('./solana/solanaSource.ts')).solanaSource,
  bip122: async () => (await import('./bitcoin/bitcoinSource.ts')).bitcoinSource,
  sui: async () => (await import('./sui/suiSource.ts')).suiSource,
  stacks: async () => (await import('./stacks/stacksSource.ts')).stacksSource,
  polkadot: async (siteName) => (await import('./polkadot/polkadotSource.ts')).createPolkadotSource(siteName),
  cosmos: async () => (await import('./cosmos/cosmosSource.ts')).cosmosSource,
}

/** Each source is a separate chunk. Announced wallets come before injected ones, which they identify. */
const sources = ({ settings, metadata, onWaiting }: LoadConnectorsOptions): readonly Row[] => {
  const { networks, connectors = [], rpcUrls, ownNetworks, walletConnect, basic = false, projectId } = settings
  const namespaces = [...new Set(networks.map((id: NetworkId): Namespace => namespaceOf(id)))]
  const serves = (namespace: Namespace): boolean => !basic && namespaces.includes(namespace)
  return [
    {
      isNeeded: serves('eip155'),
      load: async () => (await import('./announced/createAnnouncedSource.ts')).createAnnouncedSource(settings),
    },
    {
      isNeeded: serves('eip155'),
      load: async () => (await import('./injected/createInjectedSource.ts')).createInjectedSource(settings),
    },
    {
      isNeeded: serves('eip155') && connectors.length > 0,
      load: async () => (await import('./external/createExternalSource.ts')).createExternalSource(connectors, settings),
    },
    ...Object.entries(others).map(([namespace, load]) => ({
      isNeeded: serves(namespace as Namespace),
      load: () => load(metadata.name),
    })),
    {
      isNeeded: Boolean(walletConnect),
      load: async () => {
        const { createWalletConnectConnector } = await import('./walletConnect/createWalletConnectConnector.ts')
        const { relayUrl, projectId: relayProject } = walletConnect || { relayUrl: '' }
        const relay = { url: relayUrl, ...(relayProject !== undefined && { projectId: relayProject }) }
        return (onConnector) => {
          onConnector(
            createWalletConnectConnector({ projectId, relay, metadata, namespaces, rpcUrls, ownNetworks, onWaiting }),
          )
          return () => undefined
        }
      },
    },
  ]
}

/**
 * Loads the sources of connectors that a site needs, and lets them announce their connectors. Resolves with a function that stops them;
 * rejects when the code of one can't be loaded, and then stops all.
 */
export async function loadConnectors(
  options: LoadConnectorsOptions,
  onConnector: (connector: Connector) => void,
): Promise<() => void> {
  const loaded = await Promise.all(
    sources(options)
      .filter(({ isNeeded }) => isNeeded)
      .map(({ load }) => load()),
  )
  const stops = loaded.map((source) => source(onConnector))
  return () => {
    for (const stop of stops) stop()
  }
}

import type { ConnectRequest, WalletSession } from '../../src/connectors/Connector.ts'
import { createWalletConnectConnector } from '../../src/connectors/walletConnect/createWalletConnectConnector.ts'

/** The test's actions in the page. */
export type Site = {
  uri: string
  sessions: Promise<readonly WalletSession[]>
  connect(): void
  restore(): Promise<readonly WalletSession[]>
  sign(address: string): Promise<unknown>
  disconnect(): Promise<void>
}

declare global {
  var site: Site
}

const connector = createWalletConnectConnector({
  projectId: 'demo',
  relay: { url: new URLSearchParams(location.search).get('relay') ?? '' },
  metadata: { name: 'Site', description: '', url: location.origin, icons: [] },
  namespaces: ['eip155'],
})
const request: Omit<ConnectRequest, 'onPairing'> = {
  namespace: 'eip155',
  network: 'eip155:31337',
  networks: ['eip155:31337'],
  signal: new AbortController().signal,
}
globalThis.site = {
  uri: '',
  sessions: Promise.resolve([]),
  connect() {
    const onPairing = ({ uri }: { uri: string }): void => {
      globalThis.site.uri = uri
    }
    globalThis.site.sessions = connector.connect({ ...request, onPairing })
  },
  restore: () => connector.restore(request),
  sign: (address) => connector.request('eip155', { method: 'personal_sign', params: ['0x00', address] }),
  disconnect: () => connector.disconnect(),
}

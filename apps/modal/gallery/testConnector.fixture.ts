import type { ChainNamespace } from '@latchkey/chains'
import { initialsImage } from '@latchkey/directory'
import type { Connector, ConnectRequest, WalletSession } from '../src/connectors/Connector.ts'
import { testAddress } from '../src/modal.fixture.ts'

export const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
export const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const addresses: Partial<Record<ChainNamespace, string>> = {
  eip155: testAddress,
  solana: solanaAddress,
  bip122: bitcoinAddress,
}

export type TestConnectorOptions = Partial<Connector> & {
  /** How it answers; it grants one account when absent. */
  answer?: (request: ConnectRequest) => Promise<readonly WalletSession[]>
}

/** A wallet in memory that approves everything. */
export const testConnector = (name: string, { answer, ...more }: TestConnectorOptions = {}): Connector => {
  const id = name.toLowerCase()
  return {
    id,
    type: 'announced',
    name,
    icon: `data:image/svg+xml,${encodeURIComponent(initialsImage(name, id))}`,
    rdns: `com.${id}`,
    namespaces: ['eip155'],
    connect: async (request) => {
      if (answer !== undefined) return answer(request)
      const { namespace, network } = request
      return [{ namespace, network, accounts: [{ address: addresses[namespace] ?? 'address' }] }]
    },
    restore: async () => [],
    switchNetwork: async () => undefined,
    request: async () => '0xde0b6b3a7640000',
    disconnect: async () => undefined,
    listen: () => () => undefined,
    ...more,
  }
}

export const pairingUri = `wc:${'7f6e504bfad60b48'.repeat(4)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}&expiryTimestamp=1893456240`

/** WalletConnect that waits for a phone; `validMs` from when the test begins. */
export const testWalletConnect = (nowMs: number, validMs = 240_000): Connector =>
  testConnector('WalletConnect', {
    type: 'walletConnect',
    icon: null,
    rdns: null,
    namespaces: ['eip155', 'solana', 'bip122'],
    answer: ({ onPairing }) => {
      onPairing?.({ uri: pairingUri, expiresAtMs: nowMs + validMs })
      return new Promise(() => undefined)
    },
  })

/** The connectors that a page finds at once. */
export const finding =
  (...connectors: readonly Connector[]) =>
  async (onConnector: (connector: Connector) => void) => {
    for (const connector of connectors) onConnector(connector)
    return () => undefined
  }

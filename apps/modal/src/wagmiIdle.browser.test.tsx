import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import { createConfig, http } from 'wagmi'
import { getConnection, reconnect } from 'wagmi/actions'
import { createModal } from './index.ts'
import { latchkeyConnector } from './wagmi.ts'

// A separate page: in another one the code would be loaded already.
test('wagmi that looks for a login where none is stored loads nothing of the modal and sends no request', async () => {
  const modal = createModal({
    projectId: `idle-${crypto.randomUUID()}`,
    frameUrl: 'https://wallet.example',
    apiUrl: 'https://api.example',
    networks: ['eip155:31337'],
    metadata: { name: 'Test' },
  })
  const config = createConfig({
    chains: [foundry],
    transports: { [foundry.id]: http() },
    connectors: [latchkeyConnector(modal)],
    multiInjectedProviderDiscovery: false,
  })
  await reconnect(config)
  expect(getConnection(config).status).toBe('disconnected')
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  expect(loaded.some(({ pathname }) => pathname.endsWith('/createModal.ts'))).toBe(true)
  // The entry only includes the connector code that its first frame reads.
  const isEntry = ({ pathname }: URL) =>
    /connectors\/(?:isWalletInPage|readField|auth\/authNamespaces)\.ts$/.test(pathname)
  const isLater = ({ pathname }: URL) => /engine|views|connectors\/|state\//.test(pathname)
  expect(loaded.filter((url) => isLater(url) && !isEntry(url))).toEqual([])
  expect(loaded.filter(({ hostname }) => hostname.endsWith('.example'))).toEqual([])
  modal.destroy()
})

import { UniversalProvider } from '@walletconnect/universal-provider'
import type { Client } from './Client.ts'
import { catchCrossedFarewells } from './catchCrossedFarewells.ts'
import { createClientStorage, type StorageArea } from './clientStorage.ts'
import { keepRelayConnected } from './keepRelayConnected.ts'

export type ClientSettings = {
  /** The project's id, which prefixes the client's storage keys. */
  projectId: string
  /** `ws:` or `wss:`. `projectId` is the relay's own name for the site, where a relay requires one. */
  relay: { url: string; projectId?: string | undefined }
  /** The site's name and icon for the wallet, shown as a claim. */
  metadata: { name: string; description: string; url: string; icons: string[] }
  getArea?: (() => StorageArea) | undefined
}

export type OpenClient = {
  client: Client
  /** Hang up. Sessions stay as they are, for the next one. */
  close(): Promise<void>
}

/**
 * Starts a WalletConnect client that contacts only the configured relay. This module is loaded when a user picks WalletConnect or a stored
 * session has to be restored, not before: it is 133 KB.
 *
 * We use the client of `UniversalProvider` but not its `request` and per-chain providers: they share one client through `globalThis`, so
 * that a second modal would answer for the first, and read chains from a third-party host.
 *
 * - Telemetry is off by option.
 * - The Verify service, a third-party iframe before each proposal and request, has no option: its one entry point is replaced by the
 *   response for "no attestation". Wallets then show that the site isn't verified by that service, which is true.
 */
export const openClient = async ({ projectId, relay, metadata, getArea }: ClientSettings): Promise<OpenClient> => {
  // The client keeps itself in `globalThis` by this prefix; each needs its own, so that modals share nothing.
  const instance = crypto.randomUUID()
  const { client } = await UniversalProvider.init({
    projectId: relay.projectId ?? '',
    relayUrl: relay.url,
    metadata,
    customStoragePrefix: instance,
    storage: createClientStorage(projectId, instance, getArea),
    telemetryEnabled: false,
    logger: 'silent',
  })
  client.core.verify.register = async () => ''
  catchCrossedFarewells(client.engine)
  for (const name of Object.keys(globalThis).filter((key) => key.includes(instance)))
    Reflect.deleteProperty(globalThis, name)

  const letGo = keepRelayConnected(client.core.relayer)
  return {
    client,
    async close() {
      letGo()
      client.core.heartbeat.stop()
      // Pending work in the client would reconnect, and a refused call would make it retry ever faster, forever.
      Object.assign(client.core.relayer, { connect: async () => undefined })
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}

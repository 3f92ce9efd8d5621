import { UniversalProvider } from '@walletconnect/universal-provider'
import type { Client } from './Client.ts'
import { catchCrossedFarewells } from './catchCrossedFarewells.ts'
import { createClientStorage, type StorageArea } from './clientStorage.ts'
import { keepRelayConnected } from './keepRelayConnected.ts'

export type ClientSettings = {
  /** Our project, under whose name the client keeps what it needs. */
  projectId: string
  /** `ws:` or `wss:`. `projectId` is the relay's own name for the site, where a relay asks for one. */
  relay: { url: string; projectId?: string | undefined }
  /** What the wallet shows of the site, as the site's claim. */
  metadata: { name: string; description: string; url: string; icons: string[] }
  getArea?: (() => StorageArea) | undefined
}

export type OpenClient = {
  client: Client
  /** Hang up. Sessions stay as they are, for the next one. */
  close(): Promise<void>
}

/**
 * Starts a WalletConnect client that speaks to nobody but the relay of the settings. This module is loaded when a visitor
 * picks WalletConnect or a stored session has to be restored, not before: it is 133 KB.
 *
 * We take the client from `UniversalProvider` and leave its `request` and per-chain providers alone: they share one client
 * through `globalThis`, so that a second modal would answer for the first, and read chains from a foreign host.
 *
 * - Telemetry is off by option.
 * - The Verify service, an iframe of a foreign host before each proposal and request, knows no option: its one entry is
 *   replaced by the answer for "no attestation". Wallets then say that the site is not verified by that service, which is so.
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
      // What still waits in the client would dial again, and a refused call would make it dial ever faster, for good.
      Object.assign(client.core.relayer, { connect: async () => undefined })
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}

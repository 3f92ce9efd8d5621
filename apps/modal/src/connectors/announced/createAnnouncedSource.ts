import { requestProviders } from 'mipd'
import type { ConnectorSource } from '../Connector.ts'
import type { NetworkDetails } from '../eip1193/chainToAdd.ts'
import { createEip1193Connector } from '../eip1193/createEip1193Connector.ts'
import { readAnnouncement } from './readAnnouncement.ts'

/** More wallets than a user has installed: a page that announces more is flooding the list. */
const maxWallets = 100

/**
 * EVM wallets that announce themselves (EIP-6963), including late ones. Only the first with a given reverse-domain name counts: the name
 * identifies the wallet of the user's previous session, so it must be unique.
 */
export const createAnnouncedSource =
  ({ rpcUrls, ownNetworks }: NetworkDetails = {}): ConnectorSource =>
  (onConnector) => {
    const uuids = new Set<string>()
    const names = new Set<string>()
    const providers = new Set<unknown>()
    const stop = requestProviders((detail: unknown) => {
      if (names.size >= maxWallets) return
      const announcement = readAnnouncement(detail)
      if (announcement === null) return
      const { uuid, rdns, name, icon, provider } = announcement
      if (uuids.has(uuid) || names.has(rdns) || providers.has(provider)) return
      uuids.add(uuid)
      names.add(rdns)
      providers.add(provider)
      onConnector(
        createEip1193Connector({
          id: `announced:${rdns}`,
          type: 'announced',
          name,
          icon,
          rdns,
          provider,
          rpcUrls,
          ownNetworks,
        }),
      )
    })
    return stop ?? (() => undefined)
  }

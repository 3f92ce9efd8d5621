import { t } from '@latchkey/copy/modal'
import { walletFlags } from '@latchkey/directory/flags'
import { requestProviders } from 'mipd'
import { readAnnouncement } from '../announced/readAnnouncement.ts'
import type { ConnectorSource } from '../Connector.ts'
import type { NetworkDetails } from '../eip1193/chainToAdd.ts'
import { createEip1193Connector } from '../eip1193/createEip1193Connector.ts'
import { type ForeignProvider, isForeignProvider } from '../eip1193/ForeignProvider.ts'
import { readField } from '../readField.ts'

const maxWallets = 20

/** The value of `window.ethereum`: one provider, or one for each of several wallets. */
function providersInPage(): readonly ForeignProvider[] {
  const ethereum = readField(window, 'ethereum')
  try {
    const several = readField(ethereum, 'providers')
    const found: unknown[] = Array.isArray(several) && several.length > 0 ? several.slice(0, maxWallets) : [ethereum]
    return [...new Set(found)].filter(isForeignProvider)
  } catch {
    // A list that throws when it is read.
    return []
  }
}

/** The flag that identifies a provider's wallet. Of several, the least known counts: wallets imitate better known ones. */
const flagOf = (provider: ForeignProvider) => walletFlags.findLast(({ flag }) => readField(provider, flag) === true)

/**
 * The wallet at `window.ethereum`, as before EIP-6963. Announced wallets are left out. A late wallet signals itself with the event
 * `ethereum#initialized`.
 */
export const createInjectedSource =
  ({ rpcUrls, ownNetworks }: NetworkDetails = {}): ConnectorSource =>
  (onConnector) => {
    const seen = new Set<unknown>()
    const stopHearing = requestProviders((detail: unknown) => {
      const announcement = readAnnouncement(detail)
      if (announcement !== null) seen.add(announcement.provider)
    })
    const ids = new Set<string>()
    const look = (): void => {
      for (const provider of providersInPage()) {
        if (seen.has(provider)) continue
        seen.add(provider)
        const known = flagOf(provider)
        const id = `injected:${known?.flag ?? 'unnamed'}`
        if (ids.has(id)) continue
        ids.add(id)
        onConnector(
          createEip1193Connector({
            id,
            type: 'injected',
            name: known?.name ?? t('browserWallet'),
            icon: null,
            rdns: null,
            provider,
            rpcUrls,
            ownNetworks,
          }),
        )
      }
    }
    look()
    window.addEventListener('ethereum#initialized', look)
    return () => {
      stopHearing?.()
      window.removeEventListener('ethereum#initialized', look)
    }
  }

import type { OauthProvider, OidcProvider } from '@latchkey/protocol/loginProviders'
import type { Addresses } from './addresses.ts'
import type { BundlerFault, FarcasterFault, OauthFault, OidcFault } from './faults/faultTables.ts'
import { providerUrl } from './identity/localClient.ts'
import { windowProviderIds } from './identity/standIns.ts'

/** The faults of each part, by its name in tests. */
type FaultsByName = Record<OidcProvider, OidcFault> &
  Record<OauthProvider, OauthFault> &
  Record<'farcaster', FarcasterFault> &
  Record<'bundlerA' | 'bundlerB', BundlerFault>

/** Makes a local provider, the Farcaster relay and phone, or a bundler fail in one way until the next call; null ends it. */
export type SetFault = <Name extends keyof FaultsByName>(name: Name, fault: FaultsByName[Name] | null) => Promise<void>

/** Throws `Error` when the part does not run, or does not know the fault. */
export const createFaultClient = (urls: Addresses): SetFault => {
  const { farcasterRelay, bundlerA, bundlerB } = urls
  const addresses: Readonly<Record<string, string>> = {
    ...Object.fromEntries(windowProviderIds.map((id) => [id, providerUrl(urls, id)])),
    ...{ farcaster: farcasterRelay, bundlerA, bundlerB },
  }
  return async (name, fault) => {
    const response = await fetch(`${addresses[name]}/_control`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault }),
    })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
  }
}

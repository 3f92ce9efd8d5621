import type { Log } from '@latchkey/service-kit/log'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'
import { type Bundler, createBundler } from './bundler.ts'
import { createBundlerIdentities } from './bundlerIdentities.ts'

export type BundlersOptions = { fetch: typeof globalThis.fetch; log: Log; now?: () => number }

/** The bundlers of the networks that have smart accounts, by CAIP-2. */
export function createBundlers(
  networks: Readonly<Record<string, SmartAccountNetwork>>,
  { fetch, log, now = Date.now }: BundlersOptions,
): Readonly<Record<string, Bundler>> {
  const identities = createBundlerIdentities({ fetch, log, now })
  return Object.fromEntries(
    Object.entries(networks).map(([chainId, { bundler }]) => [
      chainId,
      createBundler({ chainId, url: bundler, fetch, identities, now }),
    ]),
  )
}

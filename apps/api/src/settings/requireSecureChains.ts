import { requireSecureCalls } from '@latchkey/service-kit/settings/requireSafe'
import type { ChainSettings } from './chainFields.ts'
import type { SmartAccountSettings } from './smartAccountFields.ts'

/** Requires https: these servers decide what is shown of a chain. Throws UnusableSettings, which shows no address. */
export function requireSecureChains(
  { nodes, esplora = {} }: Pick<ChainSettings, 'nodes' | 'esplora'>,
  { smartAccounts = {} }: SmartAccountSettings,
): void {
  requireSecureCalls({
    NODES: Object.values(nodes).flat(),
    ESPLORA: Object.values(esplora),
    SMART_ACCOUNTS: Object.values(smartAccounts).map(({ bundler }) => bundler),
  })
}

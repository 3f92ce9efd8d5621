import { custodyHealth } from './endpoints/health.ts'
import { apiKeys, custodyKeys } from './endpoints/keys.ts'
import type { EndpointRow } from './endpoints/row.ts'

/** What no page calls: the frame's server asks for the keys that it puts into its documents, and who watches for the health. */
export const serverEndpoints = { custodyHealth, apiKeys, custodyKeys } as const satisfies Record<string, EndpointRow>

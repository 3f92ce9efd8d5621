import { custodyHealth } from './endpoints/health.ts'
import { apiKeys, custodyKeys } from './endpoints/keys.ts'
import type { EndpointRow } from './endpoints/row.ts'

/** Rows that no page calls: the frame server fetches the keys for its documents, and monitoring reads the health. */
export const serverEndpoints = { custodyHealth, apiKeys, custodyKeys } as const satisfies Record<string, EndpointRow>

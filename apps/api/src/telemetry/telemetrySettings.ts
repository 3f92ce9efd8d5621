import { flag, text, url } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { requireSecureCalls } from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'

/** Whether the api takes pages' events, and where it stores them: by the environment of the api. */
export const telemetryFields = {
  /** `database`: the api's own. `posthog`: a server with PostHog's capture API. */
  TELEMETRY: z._default(z.enum(['off', 'database', 'posthog']), 'off'),
  /** Whether the account addresses that pages send are stored. */
  TELEMETRY_ADDRESSES: z._default(flag, 'false'),
  /** Origin of the PostHog server. */
  TELEMETRY_URL: z.optional(url),
  /** Key of the PostHog project. */
  TELEMETRY_KEY: z.optional(text),
} as const

/** The sink for events, and whether account addresses are included. */
export type TelemetrySettings = { keepsAddresses: boolean } & (
  | { sink: 'database' }
  | { sink: 'posthog'; url: string; key: string }
)

/** Parses the settings of telemetry; null where it is off. Throws UnusableSettings, also for an address without https. */
export function readTelemetryFields({
  TELEMETRY: sink,
  TELEMETRY_ADDRESSES,
  TELEMETRY_URL,
  TELEMETRY_KEY,
}: z.output<z.ZodMiniObject<typeof telemetryFields>>): { telemetry: TelemetrySettings | null } {
  if (sink === 'off') return { telemetry: null }
  const keepsAddresses = TELEMETRY_ADDRESSES === 'true'
  if (sink === 'database') return { telemetry: { sink, keepsAddresses } }
  if (TELEMETRY_URL === undefined || TELEMETRY_KEY === undefined)
    throw new UnusableSettings(['TELEMETRY: posthog needs TELEMETRY_URL and TELEMETRY_KEY'])
  requireSecureCalls({ TELEMETRY_URL })
  return { telemetry: { sink, keepsAddresses, url: TELEMETRY_URL, key: TELEMETRY_KEY } }
}

import * as z from 'zod/mini'
import { url } from './fields.ts'
import { UnusableSettings } from './readEnvironment.ts'
import { requireSecure } from './requireSafe.ts'

/** Compose files pass unset variables as empty strings. */
const optional = <schema extends z.ZodMiniType>(schema: schema) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  )
const rpcUrl = z.string().check(z.regex(/^https?:\/\/\S+$/, { error: 'must be an http address' }))

/** Farcaster sign-in is on when both are set. */
export const farcasterFields = {
  /** Where channels are opened: scheme, host, port. */
  FARCASTER_RELAY_URL: optional(url),
  /** A node of the chain of Farcaster's registries (OP Mainnet, or a stand-in). It may contain the operator's API key. */
  FARCASTER_RPC_URL: optional(rpcUrl),
} as const

/** URLs of the Farcaster relay and of a node of OP Mainnet. */
export type FarcasterSettings = { relayUrl: string; rpcUrl: string }

/** Returns null when Farcaster is off. Throws UnusableSettings. */
export function readFarcaster({
  FARCASTER_RELAY_URL: relayUrl,
  FARCASTER_RPC_URL: rpcUrl,
}: z.output<z.ZodMiniObject<typeof farcasterFields>>): FarcasterSettings | null {
  if (relayUrl === undefined && rpcUrl === undefined) return null
  if (relayUrl === undefined || rpcUrl === undefined)
    throw new UnusableSettings(['FARCASTER_RELAY_URL, FARCASTER_RPC_URL: belong together'])
  requireSecure({ FARCASTER_RELAY_URL: relayUrl, FARCASTER_RPC_URL: rpcUrl })
  return { relayUrl, rpcUrl }
}

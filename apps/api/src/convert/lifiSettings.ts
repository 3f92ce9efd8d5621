import { isEvmAddress, knownNetworks } from '@latchkey/chains'
import { parseJson } from '@latchkey/protocol/parseJson'
import { text } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { requireSecureCalls } from '@latchkey/service-kit/settings/requireSafe'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ChainSettings } from '../settings/chainFields.ts'

/** How users swap to another chain: by the environment of the api. */
export const lifiFields = {
  /** JSON `{ apiKey, integrator, chains, url?, name? }`: LI.FI's aggregator, as `docs/operations/swaps.md` has it. May come from a file (`LIFI_FILE`). */
  LIFI: z.optional(text),
} as const

const lifi = z.strictObject({
  /** Names the operator to the vendor, who sees it in transactions too. */
  integrator: z.string().check(z.regex(/^[\w.-]{1,23}$/)),
  apiKey: z.string().check(z.regex(/^[\w.-]{1,128}$/)),
  /** By CAIP-2: the vendor's diamond. Tokens of each of these can be swapped to each other one. */
  chains: z
    .record(z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/)), z.custom<Address>(isEvmAddress))
    .check(z.refine((chains) => Object.keys(chains).length >= 2)),
  /** Base address, without a slash at the end. */
  url: z._default(z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)), 'https://li.quest/v1'),
  /** What users see as the provider. */
  name: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'LI.FI'),
})
export type LifiSettings = z.output<typeof lifi>

/** Throws UnusableSettings, which show no key; also for a chain without nodes. */
export function readLifiFields(
  { LIFI }: z.output<z.ZodMiniObject<typeof lifiFields>>,
  { networks = [], nodes }: Pick<ChainSettings, 'networks' | 'nodes'>,
): { lifi?: LifiSettings } {
  if (LIFI === undefined) return {}
  const parsed = z.safeParse(lifi, parseJson(LIFI))
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') || 'the whole of it'
    throw new UnusableSettings([
      `LIFI: must be a JSON object { apiKey, integrator, chains, url?, name? } with two chains or more, as docs/operations/swaps.md has it (${at})`,
    ])
  }
  requireSecureCalls({ LIFI: parsed.data.url })
  const known = knownNetworks(networks)
  const reasons = Object.keys(parsed.data.chains).flatMap((chainId) =>
    known.find(chainId) === undefined || (nodes[chainId] ?? []).length === 0
      ? [`LIFI: names ${chainId}, for which NODES has no address`]
      : [],
  )
  if (reasons.length > 0) throw new UnusableSettings(reasons)
  return { lifi: parsed.data }
}

import { jupiterProgram, knownNetworks, parseSolanaAddress } from '@latchkey/chains'
import { parseJson } from '@latchkey/protocol/parseJson'
import { text } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { requireSecureCalls } from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'
import type { ChainSettings } from '../settings/chainFields.ts'

/** Where users swap on Solana: by the environment of the api. */
export const jupiterFields = {
  /** JSON `{ chainId?, apiKey?, url?, exchanges?, name? }`: Jupiter's aggregator, as `docs/operations/swaps.md` has it. May come from a file (`JUPITER_FILE`). */
  JUPITER: z.optional(text),
} as const

const isAddress = (text: string): boolean => {
  try {
    return parseSolanaAddress(text) === text
  } catch {
    return false
  }
}

const jupiter = z.strictObject({
  /** CAIP-2 of the cluster. Default: mainnet. */
  chainId: z._default(
    z.string().check(z.regex(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/)),
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ),
  /** Names the operator to the vendor. */
  apiKey: z.optional(z.string().check(z.regex(/^[\w.-]{1,128}$/))),
  /** Base address, without a slash at the end. */
  url: z._default(z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)), 'https://api.jup.ag/swap/v1'),
  /** Programs that may swap, and market makers that may sign beside the user. Default: Jupiter's program. */
  exchanges: z._default(z.array(z.string().check(z.refine(isAddress))).check(z.minLength(1), z.maxLength(16)), [
    jupiterProgram,
  ]),
  /** What users see as the provider. */
  name: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Jupiter'),
})
export type JupiterSettings = z.output<typeof jupiter>

/** Throws UnusableSettings, which show no key; also for a chain without nodes. */
export function readJupiterFields(
  { JUPITER }: z.output<z.ZodMiniObject<typeof jupiterFields>>,
  { networks = [], nodes }: Pick<ChainSettings, 'networks' | 'nodes'>,
): { jupiter?: JupiterSettings } {
  if (JUPITER === undefined) return {}
  const parsed = z.safeParse(jupiter, parseJson(JUPITER))
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') || 'the whole of it'
    throw new UnusableSettings([
      `JUPITER: must be a JSON object { chainId?, apiKey?, url?, exchanges?, name? } as docs/operations/swaps.md has it (${at})`,
    ])
  }
  requireSecureCalls({ JUPITER: parsed.data.url })
  const { chainId } = parsed.data
  if (knownNetworks(networks).find(chainId) === undefined || (nodes[chainId] ?? []).length === 0)
    throw new UnusableSettings([`JUPITER: names ${chainId}, for which NODES has no address`])
  return { jupiter: parsed.data }
}

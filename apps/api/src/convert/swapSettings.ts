import { isEvmAddress, knownNetworks } from '@latchkey/chains'
import { parseJson } from '@latchkey/protocol/parseJson'
import { text } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { requireSecureCalls } from '@latchkey/service-kit/settings/requireSafe'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ChainSettings } from '../settings/chainFields.ts'
import { type JupiterSettings, jupiterFields, readJupiterFields } from './jupiterSettings.ts'
import { type LifiSettings, lifiFields, readLifiFields } from './lifiSettings.ts'

/** Where users swap, beside the exchanges with a router in EXCHANGES: by the environment of the api. */
export const swapFields = {
  /** JSON `{ clientId, chains, url?, name? }`: KyberSwap's aggregator, as `docs/operations/swaps.md` has it. */
  KYBERSWAP: z.optional(text),
  ...jupiterFields,
  ...lifiFields,
} as const

const kyberSwap = z.strictObject({
  /** Names the operator to the vendor. */
  clientId: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  /** By CAIP-2: what the vendor calls the chain in its paths, and its router there. */
  chains: z.record(
    z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/)),
    z.strictObject({ path: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)), router: z.custom<Address>(isEvmAddress) }),
  ),
  /** Base address, without a slash at the end. */
  url: z._default(z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)), 'https://aggregator-api.kyberswap.com'),
  /** What users see as the provider. */
  name: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'KyberSwap'),
})
export type KyberSwapSettings = z.output<typeof kyberSwap>

export type SwapSettings = {
  /** Default: none. */
  kyberSwap?: KyberSwapSettings
  jupiter?: JupiterSettings
  lifi?: LifiSettings
}

/** Throws UnusableSettings, which show no address; also for a chain without nodes, and one that has a router in EXCHANGES too. */
export function readSwapFields(
  { KYBERSWAP, JUPITER, LIFI }: z.output<z.ZodMiniObject<typeof swapFields>>,
  chains: Pick<ChainSettings, 'networks' | 'nodes' | 'prices'>,
): SwapSettings {
  const others = { ...readJupiterFields({ JUPITER }, chains), ...readLifiFields({ LIFI }, chains) }
  if (KYBERSWAP === undefined) return others
  const { networks = [], nodes, prices } = chains
  const parsed = z.safeParse(kyberSwap, parseJson(KYBERSWAP))
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') || 'the whole of it'
    throw new UnusableSettings([
      `KYBERSWAP: must be a JSON object { clientId, chains, url?, name? } as docs/operations/swaps.md has it (${at})`,
    ])
  }
  requireSecureCalls({ KYBERSWAP: parsed.data.url })
  const known = knownNetworks(networks)
  const exchanges = 'exchanges' in prices ? prices.exchanges : {}
  const reasons = Object.keys(parsed.data.chains).flatMap((chainId) => [
    ...(known.find(chainId) === undefined || (nodes[chainId] ?? []).length === 0
      ? [`KYBERSWAP: names ${chainId}, for which NODES has no address`]
      : []),
    ...(exchanges[chainId]?.router === undefined
      ? []
      : [`KYBERSWAP: names ${chainId}, whose swaps go through the router in EXCHANGES: remove one of the two`]),
  ])
  if (reasons.length > 0) throw new UnusableSettings(reasons)
  return { ...others, kyberSwap: parsed.data }
}

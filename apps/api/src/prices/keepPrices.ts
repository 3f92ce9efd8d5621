import type { Fungible } from '@latchkey/api-client'
import { tryParse } from '@latchkey/protocol/tryParse'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import * as z from 'zod/mini'
import type { AskedToken, PriceSource } from './priceSource.ts'

/** Specification section 9: how long a price is cached. The same for a missing price. */
const lifeMs = 15_000

const kept = z.nullable(
  z.object({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    iconUrl: z.nullable(z.string()),
    price: z.number(),
    decimals: z.number(),
  }),
)

/** Caches a source's prices for all processes and purposes. */
export const keepPrices = (source: PriceSource, cache: SharedCache): PriceSource => ({
  async prices(tokens) {
    const known = await Promise.all(tokens.map(({ said }) => recall(cache, said)))
    const unknown = tokens.filter((_, index) => known[index] === undefined)
    const found = unknown.length === 0 ? [] : await learn(source, cache, unknown)
    return [...known, ...found].filter((fungible) => fungible !== undefined && fungible !== null)
  },
})

const keyOf = (said: string): string => `price ${said}`

async function recall(cache: SharedCache, said: string): Promise<Fungible | null | undefined> {
  const parsed = tryParse(kept, await cache.get(keyOf(said)))
  if (!parsed.success) return undefined
  // A cached price is valid only for its own token.
  return parsed.data === null || parsed.data.address === said ? parsed.data : undefined
}

async function learn(source: PriceSource, cache: SharedCache, tokens: readonly AskedToken[]): Promise<Fungible[]> {
  const found = await source.prices(tokens)
  const byName = new Map(found.map((fungible) => [fungible.address, fungible]))
  await Promise.all(tokens.map(({ said }) => cache.put(keyOf(said), byName.get(said) ?? null, lifeMs)))
  return found
}

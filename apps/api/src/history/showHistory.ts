import { createHash } from 'node:crypto'
import type { AccountTransaction, TransactionTransfer } from '@latchkey/api-client'
import { formatAmount, type KnownNetworks, type Network } from '@latchkey/chains'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import * as z from 'zod/mini'
import { iconOf } from '../balances/iconOf.ts'
import { highestValue, pricedAs, pricesOf } from '../balances/pricesOf.ts'
import { maxDecimals } from '../chain/maxDecimals.ts'
import type { Movement } from '../indexer/accountTransaction.ts'
import type { PriceSource } from '../prices/priceSource.ts'
import type { HistoryRow } from './historyStore.ts'
import { type ReadTokenFacts, type TokenFacts, tokenFacts } from './tokenFacts.ts'

const known = z.object({
  /** By CAIP-2 and contract, with a space between them. */
  facts: z.record(z.string(), tokenFacts),
  /** In US dollars, by CAIP-10. */
  prices: z.record(z.string(), z.number()),
})
type Known = z.output<typeof known>

export type ShowHistoryOptions = {
  readFacts: ReadTokenFacts
  prices: PriceSource
  cache: SharedCache
  known: KnownNetworks
  /** The api's own base URL, which serves icons. */
  publicUrl: string
}

/** How long names and prices are cached (api.md); the rows themselves are read each time. */
const cachedMs = 15_000

/**
 * Converts rows of the index to the contract's form, with names and current prices. Transfers are left out if the token's contract reports
 * no decimals, or more than `maxDecimals`: their amount can't be shown.
 *
 * Items have no images: their URLs are chosen by their makers, and fetching them would let untrusted parties direct this server's requests.
 * Throws CHAIN_UNREACHABLE when names are not known yet and cannot be read.
 */
export async function showHistory(
  options: ShowHistoryOptions,
  rows: readonly HistoryRow[],
): Promise<AccountTransaction[]> {
  const named = new Set<string>()
  const priced = new Set<string>()
  for (const { chainId, movements } of rows)
    for (const { kind, contract } of movements) {
      if (contract !== null) named.add(`${chainId} ${contract}`)
      const key = kind === 'nft' ? null : priceKey(options.known, chainId, contract)
      if (key !== null) priced.add(key)
    }
  const about = [[...named].sort(), [...priced].sort()] as const
  const found = await options.cache.once(
    `tokens of a history ${createHash('sha256').update(JSON.stringify(about)).digest('hex')}`,
    cachedMs,
    (kept) => z.parse(known, kept),
    () => readKnown(options, ...about),
  )
  return rows.map((row) => showRow(row, found, options))
}

async function readKnown(
  { readFacts, prices }: ShowHistoryOptions,
  named: readonly string[],
  priced: readonly string[],
): Promise<Known> {
  const byChain = Map.groupBy(named, (key) => key.slice(0, key.indexOf(' ')))
  const readChain = async ([chainId, keys]: [string, string[]]) => {
    const facts = await readFacts(
      chainId,
      keys.map((key) => key.slice(chainId.length + 1)),
    )
    return [...facts].map(([contract, each]) => [`${chainId} ${contract}`, each] as const)
  }
  const [facts, found] = await Promise.all([Promise.all([...byChain].map(readChain)), pricesOf(prices, priced)])
  return { facts: Object.fromEntries(facts.flat()), prices: Object.fromEntries(found) }
}

function priceKey(known: KnownNetworks, chainId: string, contract: string | null): string | null {
  const network = known.find(chainId)
  return network === undefined ? null : pricedAs(network, { token: contract && `${chainId}:${contract}` })
}

function showRow(
  row: HistoryRow,
  { facts, prices }: Known,
  { known, publicUrl }: ShowHistoryOptions,
): AccountTransaction {
  const { chainId, hash, operation, minedAt, sentFrom, sentTo, failed, nonce, movements } = row
  return {
    id: `${chainId}:${hash}`,
    metadata: {
      operationType: operation,
      hash,
      minedAt: minedAt.toISOString(),
      sentFrom,
      sentTo,
      status: failed ? 'failed' : 'confirmed',
      nonce,
      chain: chainId,
    },
    transfers: movements.flatMap((movement) => {
      const own = facts[`${chainId} ${movement.contract}`]
      if (movement.kind === 'nft') return [showItem(movement, own)]
      const token = movement.contract === null ? coinOf(known.find(chainId)) : own
      const price = prices[priceKey(known, chainId, movement.contract) ?? '']
      return token === undefined ? [] : (showAmount(movement, { token, price, url: iconOf(token, publicUrl) }) ?? [])
    }),
  }
}

const coinOf = (network: Network | undefined): TokenFacts | undefined =>
  network && { ...network.nativeCurrency, isListed: true }

const showItem = ({ tokenId, direction, amount }: Movement, facts: TokenFacts | undefined): TransactionTransfer => ({
  nft_info: {
    name: [facts?.name, `#${tokenId}`].filter(Boolean).join(' '),
    flags: { is_spam: false },
  },
  direction,
  quantity: { numeric: amount },
})

function showAmount(
  { direction, amount, decimals: said }: Movement,
  { token, price, url }: { token: TokenFacts; price: number | undefined; url: string },
): TransactionTransfer | null {
  const decimals = token.decimals ?? said
  if (decimals === undefined || decimals > maxDecimals) return null
  const numeric = formatAmount(BigInt(amount), decimals)
  // For display, so floating point will do; the quantity beside it is exact.
  const value = Number(numeric) * (price ?? 0)
  return {
    fungible_info: { name: token.name, symbol: token.symbol, ...(url === '' ? {} : { icon: { url } }) },
    direction,
    quantity: { numeric },
    ...(price === undefined || value > highestValue ? {} : { price, value }),
  }
}

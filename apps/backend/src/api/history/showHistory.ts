import type { AccountTransaction, TransactionTransfer } from '@latchkey/api-client'
import { findNetwork, formatAmount, type Network } from '@latchkey/chains'
import type { Movement } from '../../indexer/accountTransaction.ts'
import { highestValue, iconOf, pricedAs, pricesOf } from '../balances/priceHoldings.ts'
import { mostDecimals } from '../chain/mostDecimals.ts'
import type { PriceSource } from '../prices/priceSource.ts'
import type { HistoryRow } from './historyStore.ts'
import type { ReadTokenFacts, TokenFacts } from './tokenFacts.ts'

export type ShowHistoryOptions = {
  readFacts: ReadTokenFacts
  prices: PriceSource
  /** The api's own address, where pictures are. */
  publicUrl: string
}

/** What the rows of one page need to be shown: facts by `chainId contract`, prices by CAIP-10. */
type Known = { facts: ReadonlyMap<string, TokenFacts>; prices: ReadonlyMap<string, number>; publicUrl: string }

/**
 * Rows of the index as the contract has them: named, and worth what they are worth now. A token whose contract does not say
 * its decimals, or says more than `mostDecimals`, has no quantity that could be shown: its transfers are left out.
 *
 * Items have no pictures: an item's picture lies wherever its maker says, and fetching it would let strangers send this
 * server anywhere. Throws CHAIN_UNREACHABLE when names are not known yet and cannot be read.
 */
export async function showHistory(
  { readFacts, prices, publicUrl }: ShowHistoryOptions,
  rows: readonly HistoryRow[],
): Promise<AccountTransaction[]> {
  const byChain = Map.groupBy(rows, ({ chainId }) => chainId)
  const priced = rows.flatMap(({ chainId, movements }) =>
    movements.flatMap(({ kind, contract }) => (kind === 'nft' ? [] : (priceKey(chainId, contract) ?? []))),
  )
  const [facts, known] = await Promise.all([
    Promise.all(
      [...byChain].map(async ([chainId, own]) => {
        const contracts = own.flatMap(({ movements }) => movements.flatMap(({ contract }) => contract ?? []))
        return [...(await readFacts(chainId, [...new Set(contracts)]))].map(
          ([contract, each]) => [`${chainId} ${contract}`, each] as const,
        )
      }),
    ),
    pricesOf(prices, [...new Set(priced)]),
  ])
  return rows.map((row) => showRow(row, { facts: new Map(facts.flat()), prices: known, publicUrl }))
}

function priceKey(chainId: string, contract: string | null): string | null {
  const network = findNetwork(chainId)
  return network === undefined ? null : pricedAs(network, { token: contract && `${chainId}:${contract}` })
}

function showRow(row: HistoryRow, known: Known): AccountTransaction {
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
      const facts = known.facts.get(`${chainId} ${movement.contract}`)
      if (movement.kind === 'nft') return [showItem(movement, facts)]
      const token = movement.contract === null ? coinOf(findNetwork(chainId)) : facts
      return token === undefined ? [] : (showAmount(chainId, movement, token, known) ?? [])
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
  chainId: string,
  { contract, direction, amount, decimals: said }: Movement,
  token: TokenFacts,
  { prices, publicUrl }: Known,
): TransactionTransfer | null {
  const decimals = token.decimals ?? said
  if (decimals === undefined || decimals > mostDecimals) return null
  const numeric = formatAmount(BigInt(amount), decimals)
  const price = prices.get(priceKey(chainId, contract) ?? '')
  const url = iconOf(token, publicUrl)
  // Shown to people, so a floating point number will do; the quantity beside it is exact.
  const value = Number(numeric) * (price ?? 0)
  return {
    fungible_info: { name: token.name, symbol: token.symbol, ...(url === '' ? {} : { icon: { url } }) },
    direction,
    quantity: { numeric },
    ...(price === undefined || value > highestValue ? {} : { price, value }),
  }
}

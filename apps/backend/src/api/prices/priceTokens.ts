import type { Fungible } from '@latchkey/api-client'
import { parseCaip10 } from '@latchkey/chains'
import type { AskedToken, PriceSource } from './priceSource.ts'

/** ERC-20 says nothing of a limit; beyond this a balance cannot be written down. */
const mostDecimals = 36
/** A price above this is an error somewhere, whatever the token. */
const highestPrice = 1e12
const longestText = 64

/**
 * Prices of tokens (CAIP-10), each once, in the order in which they were asked for. Left out: what the source does not
 * know, and what it says that cannot be.
 *
 * Throws CAIP_ADDRESS_INVALID for the first that is none, and what the source throws.
 */
export async function priceTokens(source: PriceSource, addresses: readonly string[]): Promise<Fungible[]> {
  const asked: AskedToken[] = [...new Set(addresses)].map((said) => ({ said, ...parseCaip10(said) }))
  if (asked.length === 0) return []
  const answered = new Map((await source.prices(asked)).map((fungible) => [fungible.address, fungible]))
  return asked.flatMap(({ said }) => {
    const fungible = answered.get(said)
    return fungible === undefined || !isPossible(fungible) ? [] : [tidy(fungible)]
  })
}

const isPossible = ({ price, decimals }: Fungible): boolean =>
  price > 0 && price <= highestPrice && Number.isInteger(decimals) && decimals >= 0 && decimals <= mostDecimals

const tidy = ({ address, name, symbol, iconUrl, price, decimals }: Fungible): Fungible => ({
  address,
  name: plainText(name),
  symbol: plainText(symbol),
  iconUrl: iconUrl !== null && /^https?:\/\//.test(iconUrl) ? iconUrl : null,
  price,
  decimals,
})

/** Names are what whoever made the token wrote: in one line, without the marks that turn the reading order round. */
const plainText = (text: string): string =>
  [...text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')].slice(0, longestText).join('')

import type { Fungible } from '@latchkey/api-client'
import { parseCaip10 } from '@latchkey/chains'
import { maxDecimals } from '../chain/maxDecimals.ts'
import { plainText } from '../chain/plainText.ts'
import type { AskedToken, PriceSource } from './priceSource.ts'

/** A price above this is an error, whatever the token. */
const highestPrice = 1e12

/**
 * Returns prices of tokens (CAIP-10), each once, in request order. Unknown tokens and impossible values are left out.
 *
 * Throws CAIP_ADDRESS_INVALID for the first invalid one, and what the source throws.
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
  price > 0 && price <= highestPrice && Number.isInteger(decimals) && decimals >= 0 && decimals <= maxDecimals

const tidy = ({ address, name, symbol, iconUrl, price, decimals }: Fungible): Fungible => ({
  address,
  name: plainText(name),
  symbol: plainText(symbol),
  iconUrl: iconUrl !== null && /^https?:\/\//.test(iconUrl) ? iconUrl : null,
  price,
  decimals,
})

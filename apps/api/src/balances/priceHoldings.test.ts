import type { Fungible } from '@latchkey/api-client'
import { bitcoin, localA, type Network, solana } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import type { AskedToken, PriceSource } from '../prices/priceSource.ts'
import { coinHolding, type Holding } from './holding.ts'
import { priceHoldings } from './priceHoldings.ts'

const publicUrl = 'https://api.test'
const chainId = localA.caipNetworkId
const contract = `${chainId}:0x5FbDB2315678afecb367f032d93F642f64180aa3`
const coin = `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`

const token = (more: Partial<Holding> = {}): Holding => ({
  token: contract,
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
  units: 2_500_000n,
  isListed: true,
  ...more,
})

/** A source with these prices, and its calls. */
const createSource = (known: Record<string, number>) => {
  const asked: string[][] = []
  const prices: PriceSource = {
    async prices(tokens: readonly AskedToken[]): Promise<Fungible[]> {
      asked.push(tokens.map(({ said }) => said))
      return tokens.flatMap(({ said }) => {
        const price = known[said]
        return price === undefined
          ? []
          : [
              {
                address: said,
                name: 'Somebody’s',
                symbol: 'ELSE',
                iconUrl: 'https://x.test/i.svg',
                price,
                decimals: 18,
              },
            ]
      })
    },
  }
  return { prices, asked }
}
const priced = (holdings: readonly Holding[], known: Record<string, number> = {}, network: Network = localA) =>
  priceHoldings({ ...createSource(known), publicUrl }, network, holdings)

test('a holding is told with its price and worth, in the names that it came with', async () => {
  expect(await priced([coinHolding(localA, 10n ** 18n), token()], { [coin]: 2_500, [contract]: 0.5 })).toEqual([
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId,
      value: 2_500,
      price: 2_500,
      quantity: { decimals: '18', numeric: '1' },
      iconUrl: 'https://api.test/public/getTokenImage/ETH',
    },
    {
      name: 'Token',
      symbol: 'TOK',
      chainId,
      address: contract,
      value: 1.25,
      price: 0.5,
      quantity: { decimals: '6', numeric: '2.5' },
      iconUrl: '',
    },
  ])
})

test.each<[string, number | undefined]>([
  ['no price', undefined],
  ['a price of zero', 0],
  ['a negative price', -1],
  ['a price that is no number', Number.NaN],
  ['a price without end', Number.POSITIVE_INFINITY],
  ['an absurd price', 1e13],
])('of %s comes no worth', async (_, price) => {
  const [balance] = await priced([token()], price === undefined ? {} : { [contract]: price })
  expect(balance).toMatchObject({ price: 0, quantity: { numeric: '2.5' } })
  expect(balance).not.toHaveProperty('value')
})

test('of an absurd amount comes no worth, and no price that a client could make one of', async () => {
  const [balance] = await priced([token({ units: 2n ** 256n - 1n })], { [contract]: 1 })
  expect(balance).toMatchObject({ price: 0 })
  expect(balance).not.toHaveProperty('value')
})

test.each<[bigint, number, string]>([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1n, 36, `0.${'0'.repeat(35)}1`],
  [9_007_199_254_740_993n, 0, '9007199254740993'],
  [123_456_789_012_345_678_901_234_567_890n, 18, '123456789012.34567890123456789'],
  [2n ** 256n - 1n, 1, '11579208923731619542357098500868790785326998466564056403945758400791312963993.5'],
])('%i units with %i decimals are exactly %s', async (units, decimals, numeric) => {
  expect(await priced([token({ units, decimals })])).toMatchObject([
    { quantity: { decimals: String(decimals), numeric } },
  ])
})

test.each<[string, Partial<Holding>, string]>([
  ['on the list, that the directory knows', { symbol: 'USDC' }, 'https://api.test/public/getTokenImage/USDC'],
  ['on the list, in whatever case', { symbol: 'usdc' }, 'https://api.test/public/getTokenImage/usdc'],
  [
    'on the list with a picture of its own',
    { symbol: 'USDC', logoUri: 'https://x.test/u.svg' },
    'https://x.test/u.svg',
  ],
  ['on the list, that the directory does not know', { symbol: 'NOSUCH' }, ''],
  ['named like something else of the language', { symbol: 'constructor' }, ''],
  ['on no list, that says it is USDC', { symbol: 'USDC', isListed: false }, ''],
])('the picture of a token %s', async (_, more, iconUrl) => {
  expect(await priced([token(more)])).toMatchObject([{ iconUrl }])
})

test('the coin of Solana has the price of its wrapped form, and Bitcoin’s none', async () => {
  const wrapped = `${solana.caipNetworkId}:So11111111111111111111111111111111111111112`
  expect(await priced([coinHolding(solana, 2_000_000_000n)], { [wrapped]: 150 }, solana)).toMatchObject([
    { symbol: 'SOL', price: 150, value: 300 },
  ])
  const { prices, asked } = createSource({})
  expect(await priceHoldings({ prices, publicUrl }, bitcoin, [coinHolding(bitcoin, 1n)])).toMatchObject([
    { symbol: 'BTC', price: 0, iconUrl: 'https://api.test/public/getAssetImage/bitcoin' },
  ])
  expect(asked).toEqual([])
})

test('a source is asked for no more at once than the contract allows', async () => {
  const { prices, asked } = createSource({})
  const many = Array.from({ length: 250 }, (_, index) =>
    token({ token: `${chainId}:0x${(index + 1).toString(16).padStart(40, '0')}` }),
  )
  await priceHoldings({ prices, publicUrl }, localA, many)
  expect(asked.map((tokens) => tokens.length)).toEqual([100, 100, 50])
})

test('while nobody tells prices, amounts are told all the same', async () => {
  const away: PriceSource = { prices: () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) }
  expect(await priceHoldings({ prices: away, publicUrl }, localA, [token()])).toMatchObject([
    { price: 0, quantity: { numeric: '2.5' } },
  ])
})

test('a source that hangs keeps nobody waiting for long', async () => {
  const hanging: PriceSource = { prices: () => new Promise(() => {}) }
  expect(await priceHoldings({ prices: hanging, publicUrl }, localA, [token()])).toMatchObject([{ price: 0 }])
}, 15_000)

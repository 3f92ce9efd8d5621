import { bitcoin } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { createBitcoinHoldings } from './bitcoinHoldings.ts'

const account = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const sums = (funded: unknown, spent: unknown) => ({ funded_txo_sum: funded, spent_txo_sum: spent, tx_count: 1 })
const answer = (chain: object = sums(500, 200), pool: object = sums(0, 0)) => ({
  address: account,
  chain_stats: chain,
  mempool_stats: pool,
})

const asking = (fetch: typeof globalThis.fetch) =>
  createBitcoinHoldings({ esplora: { [bitcoin.caipNetworkId]: 'https://esplora.test/api' }, fetch })(account, bitcoin)
const reading = (body: unknown) => asking(async () => Response.json(body))

test('coins are what came less what went, with what is still in the memory pool', async () => {
  const asked: string[] = []
  const holdings = await asking(async (input) => {
    asked.push(String(input))
    return Response.json(answer(sums(500, 200), sums(50, 300)))
  })
  expect(asked).toEqual([`https://esplora.test/api/address/${account}`])
  expect(holdings).toEqual([{ token: null, name: 'Bitcoin', symbol: 'BTC', decimals: 8, units: 50n, isListed: true }])
})

test('an address that nobody has used has none', async () => {
  expect(await reading(answer(sums(0, 0)))).toMatchObject([{ units: 0n }])
})

test('all coins that will ever be are counted to the last satoshi', async () => {
  expect(await reading(answer(sums(2_100_000_000_000_000, 1)))).toMatchObject([{ units: 2_099_999_999_999_999n }])
})

test.each<[string, unknown]>([
  ['more was spent than there was', answer(sums(1, 2))],
  ['half a satoshi is there', answer(sums(0.5, 0))],
  ['a sum is negative', answer(sums(-1, 0))],
  ['a sum is too large for a number', answer(sums(2 ** 53, 0))],
  ['a sum is text', answer(sums('500', 0))],
  ['another address was meant', { ...answer(), address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
  ['nothing is there', {}],
  ['null', null],
])('a server that says that %s is not believed', async (_, body) => {
  await expect(reading(body)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test.each<[string, typeof globalThis.fetch]>([
  ['is away', () => Promise.reject(new TypeError('fetch failed'))],
  ['is broken', async () => Response.json(answer(), { status: 502 })],
  ['limits its callers', async () => Response.json(answer(), { status: 429 })],
  ['answers a page', async () => new Response('<html>')],
  ['answers without end', async () => new Response(`${JSON.stringify(answer())}${' '.repeat(17 * 1024)}`)],
])('a server that %s leaves the chain out of reach', async (_, fetch) => {
  await expect(asking(fetch)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

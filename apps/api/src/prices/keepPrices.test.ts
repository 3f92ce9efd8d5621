import { parseCaip10 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'
import { expect, test } from 'vitest'
import { keepPrices } from './keepPrices.ts'
import type { AskedToken, PriceSource } from './priceSource.ts'

const asked = (said: string): AskedToken => ({ said, ...parseCaip10(said) })
const [one, two, nobodys] = ['1', '2', '3'].map((digit) => asked(`eip155:1:0x${digit.repeat(40)}`)) as [
  AskedToken,
  AskedToken,
  AskedToken,
]

const setUp = () => {
  let nowMs = 0
  const cache = createSharedCache(createMemoryStore({ now: () => nowMs }))
  const questions: string[][] = []
  let isAway = false
  const source: PriceSource = {
    async prices(tokens) {
      if (isAway) throw new AppError('CHAIN_UNREACHABLE')
      questions.push(tokens.map(({ said }) => said))
      return tokens
        .filter(({ said }) => said !== nobodys.said)
        .map(({ said }) => ({
          address: said,
          name: 'T',
          symbol: 'T',
          iconUrl: null,
          price: questions.length,
          decimals: 6,
        }))
    },
  }
  const prices = keepPrices(source, cache)
  const read = async (...tokens: AskedToken[]) =>
    Object.fromEntries((await prices.prices(tokens)).map(({ address, price }) => [address, price]))
  return {
    read,
    questions,
    cache,
    advance: (ms: number) => {
      nowMs += ms
    },
    away: () => {
      isAway = true
    },
  }
}

test('asks for what is not known, and for the same again after fifteen seconds', async () => {
  const { read, questions, advance } = setUp()
  expect(await read(one)).toEqual({ [one.said]: 1 })
  expect(await read(one, two)).toEqual({ [one.said]: 1, [two.said]: 2 })
  advance(15_000)
  expect(await read(one, two)).toEqual({ [one.said]: 3, [two.said]: 3 })
  expect(questions).toEqual([[one.said], [two.said], [one.said, two.said]])
})

test('keeps that a token has no price', async () => {
  const { read, questions } = setUp()
  for (let again = 0; again < 2; again++) expect(await read(nobodys)).toEqual({})
  expect(questions).toHaveLength(1)
})

test('keeps no failure', async () => {
  const { read, away, advance } = setUp()
  await read(one)
  away()
  expect(await read(one)).toEqual({ [one.said]: 1 })
  await expect(read(two)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  advance(15_000)
  await expect(read(one)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test.each([0, {}, 'text', [], { address: two.said, name: 'T', symbol: 'T', iconUrl: null, price: 9, decimals: 6 }])(
  'takes no word of %j',
  async (planted) => {
    const { read, cache } = setUp()
    await cache.put(`price ${one.said}`, planted, 60_000)
    expect(await read(one)).toEqual({ [one.said]: 1 })
  },
)

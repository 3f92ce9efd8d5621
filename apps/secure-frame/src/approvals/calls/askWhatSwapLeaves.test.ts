import { toChecksumAddress } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import type { Consult, InsightParams, Simulation } from '../insights/insights.ts'
import { changesOf } from '../simulation/changesOf.ts'
import { askWhatSwapLeaves } from './askWhatSwapLeaves.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, exchange, usdc, pool] = [at('1'), at('2'), at('3'), at('4')]
const word = (value: bigint | string): string =>
  `0x${(typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')}`
const approval = (spender: string, amount: bigint) => ({
  address: usdc,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', word(account), word(spender)],
  data: word(amount),
})
const taken = (amount: bigint) => ({
  address: usdc,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(account), word(pool)],
  data: word(amount),
})
const terms = { give: { asset: usdc, amount: 100n }, get: { asset: 'native', minimum: 1n } } as const
const swap = { to: exchange, value: '0x0', data: '0x12345678' }

const tryWith = async (agreed: Parameters<typeof askWhatSwapLeaves>[2], ...answers: Simulation[]) => {
  const asked: InsightParams<'simulate'>[] = []
  const consult: Consult = async (_, params) => {
    asked.push(params as InsightParams<'simulate'>)
    return answers.shift() as never
  }
  const tried = await askWhatSwapLeaves(consult, account, agreed, exchange)('simulate', [swap])
  return { asked, tried, changes: tried.kind === 'ran' ? changesOf(tried.logs, account) : null }
}
const ran = (logs: object[], ...returned: (string | null)[]): Simulation =>
  ({ kind: 'ran', logs, returned }) as Simulation
const gave = { kind: 'amount', asset: usdc, amount: -100n }
const allowed = (spender: string, amount: bigint) => ({ kind: 'allowance', spender, amount })

describe('what an exchange may still take after a swap with a signature', () => {
  test('is nothing, and no change, where the token says so and all of it has left', async () => {
    const { asked, changes, tried } = await tryWith(terms, ran([approval(exchange, 100n), taken(100n)], null, word(0n)))
    expect(changes).toEqual([gave])
    expect(asked).toEqual([
      [swap, { to: usdc, value: '0x0', data: expect.stringMatching(/^0xdd62ed3e[0-9a-f]{128}$/) }],
    ])
    expect(tried).toMatchObject({ returned: [null] })
  })

  test.each<[string, object[], string | null]>([
    ['the token says that it is left', [taken(100n)], word(100n)],
    ['the token says nothing', [taken(100n)], null],
    ['less has left', [taken(99n)], word(0n)],
    ['nothing has left', [], word(0n)],
  ])('is what was allowed where %s', async (_, logs, answer) => {
    const { changes } = await tryWith(terms, ran([approval(exchange, 100n), ...logs], null, answer))
    expect(changes).toContainEqual(expect.objectContaining(allowed(exchange, 100n)))
  })

  test('is told of everyone else', async () => {
    const { changes } = await tryWith(
      terms,
      ran([approval(exchange, 100n), approval(pool, 7n), taken(100n)], null, word(0n)),
    )
    expect(changes).toMatchObject([gave, allowed(pool, 7n)])
  })

  test('is not asked for coins, nor believed of a swap that fails or could not be tried', async () => {
    const coins = { give: { asset: 'native', amount: 1n }, get: { asset: usdc, minimum: 1n } } as const
    expect((await tryWith(coins, ran([], null))).asked).toEqual([[swap]])
    for (const tried of [{ kind: 'reverted', reason: '', at: 0 }, { kind: 'unavailable' }] satisfies Simulation[])
      expect((await tryWith(terms, tried)).tried).toEqual(tried)
    const { asked, changes } = await tryWith(
      terms,
      { kind: 'reverted', reason: 'no such function', at: 1 },
      ran([approval(exchange, 100n), taken(100n)], null),
    )
    expect(asked[1]).toEqual([swap])
    expect(changes).toMatchObject([gave, allowed(exchange, 100n)])
  })
})

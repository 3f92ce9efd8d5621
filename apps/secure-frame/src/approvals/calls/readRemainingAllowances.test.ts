import type { EvmAddress } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { approveCall, hybrid, payCall, permit2Calls, transferCall } from '../callsScenarios.fixture.ts'
import type { Consult, InsightParams, Simulation } from '../insights/insights.ts'
import { router, somebody, token } from '../scenarios.fixture.ts'
import { changesOf } from '../simulation/changesOf.ts'
import { describeCalls } from './describeCalls.ts'
import { readCalls } from './readCalls.ts'
import { readRemainingAllowances } from './readRemainingAllowances.ts'

const word = (value: bigint | string): string =>
  `0x${(typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')}`
const approval = (spender: string, amount: bigint) => ({
  address: token,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', word(hybrid.address), word(spender)],
  data: word(amount),
})
const moved = (from: string, to: string, amount: bigint) => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(from), word(to)],
  data: word(amount),
})
const taken = (amount: bigint) => moved(hybrid.address, router, amount)

/** Returns the changes of the simulated batch, for a wallet that returns these answers in order. */
const triedWith = async (calls: Parameters<typeof readCalls>[0], ...answers: Simulation[]) => {
  const asked: InsightParams<'simulate'>[] = []
  const consult: Consult = async (_, params) => {
    asked.push(params as InsightParams<'simulate'>)
    return answers.shift() as never
  }
  const planned = describeCalls(readCalls(calls, hybrid.address), hybrid.address as EvmAddress)
  const own = planned.map(({ request }) => ({ to: request.to, value: '0x0', data: request.data }))
  const used: string[] = []
  const onUsed = ({ spender }: { spender: string }) => void used.push(spender)
  const tried = await readRemainingAllowances(consult, hybrid.address as EvmAddress, planned, onUsed)('simulate', own)
  return {
    asked,
    tried,
    used,
    changes: tried.kind === 'ran' ? changesOf(tried.logs, hybrid.address as EvmAddress) : null,
  }
}
const ran = (logs: object[], ...returned: (string | null)[]): Simulation =>
  ({ kind: 'ran', logs, returned }) as Simulation

describe('what a spender may still take after a batch', () => {
  const calls = [approveCall(router, 5n), { to: router, data: '0x12345678' }] as const

  test('is nothing, and no change, where all of it was used and has left', async () => {
    const { asked, changes, used } = await triedWith(
      calls,
      ran([approval(router, 5n), taken(5n)], null, null, word(0n)),
    )
    expect([changes, used]).toEqual([[{ kind: 'amount', asset: token, amount: -5n }], [router]])
    expect(asked[0]).toHaveLength(3)
    expect(asked[0]?.[2]?.data).toBe(`0xdd62ed3e${word(hybrid.address).slice(2)}${word(router).slice(2)}`)
  })

  test('is what is left, where some was used and has left', async () => {
    const { changes, used } = await triedWith(calls, ran([approval(router, 5n), taken(3n)], null, null, word(2n)))
    expect(changes).toMatchObject([
      { kind: 'amount', amount: -3n },
      { kind: 'allowance', amount: 2n },
    ])
    expect(used).toEqual([])
  })

  test.each([
    ['nothing leaves', [], 0n],
    ['all of it comes back', [taken(5n), moved(router, hybrid.address, 5n)], 0n],
    ['some of it comes back', [taken(5n), moved(router, hybrid.address, 1n)], 0n],
    ['less leaves than is used', [taken(2n)], 2n],
    ['more is left than there was to use', [taken(5n)], 6n],
    ['the token has an event for what it says', [approval(router, 0n)], 0n],
  ])('is what they were allowed where %s: who knows a trial could use it when it counts', async (_, logs, left) => {
    const { changes, used } = await triedWith(calls, ran([approval(router, 5n), ...logs], null, null, word(left)))
    expect(changes).toContainEqual({ kind: 'allowance', token, spender: router, amount: 5n, unlimited: false })
    expect(used).toEqual([])
  })

  const swap = (give: bigint) =>
    `0x18cbafe5${word(give)}${word(1n)}${word(160n)}${word(hybrid.address)}${word(1n)}${word(2n)}${word(token)}${word(somebody)}`.replaceAll(
      /(?<=.)0x/g,
      '',
    )
  test.each([
    ['a transfer of one’s own', [transferCall(somebody, 5n), ...calls]],
    ['what is unwrapped', [{ to: token, data: `0x2e1a7d4d${word(5n).slice(2)}` }, ...calls]],
    ['a swap by another', [{ to: somebody, data: swap(5n) }, ...calls]],
    ['a call that cannot be read', [{ to: somebody, data: '0x12345678' }, ...calls]],
    ['a call to the token that cannot be read', [...calls, { to: token, data: '0x12345678' }]],
    ['the spender, before it was allowed', [calls[1], ...calls]],
    [
      'a right that is added to',
      [{ to: token, data: approveCall(somebody, 1n).data.replace('095ea7b3', '39509351') }, ...calls],
    ],
    ['a token that may spend itself', [approveCall(token, 0n), transferCall(somebody, 5n), ...calls]],
    ['an earlier right', [approveCall(router, 5n), ...calls]],
  ])('is what they were allowed where it leaves by %s', async (_, all) => {
    const questions = new Set(all.flatMap(({ data }) => (data.startsWith('0x095ea7b3') ? [data.slice(10, 74)] : [])))
    const answers = [...all.map(() => null), ...Array.from(questions, () => word(0n))]
    const { used } = await triedWith(all, ran([approval(router, 5n), taken(5n)], ...answers))
    expect(used).toEqual([])
  })

  test('is nothing for each of two that have used all, one after the other', async () => {
    const all = [...calls, approveCall(somebody, 4n), { to: somebody, data: '0x12345678' }]
    const logs = [taken(5n), moved(hybrid.address, somebody, 4n)]
    const { used } = await triedWith(all, ran(logs, ...all.map(() => null), word(0n), word(0n)))
    expect(used).toEqual([router, somebody])
  })

  test('is what the batch says, where the token does not answer with a number or fails to', async () => {
    const { changes, used } = await triedWith(calls, ran([approval(router, 5n)], null, null, null))
    expect(changes).toMatchObject([{ kind: 'allowance', amount: 5n }])
    expect(used).toEqual([])
    const failed = await triedWith(
      calls,
      { kind: 'reverted', reason: 'no such function', at: 2 },
      ran([approval(router, 5n)], null, null),
    )
    expect(failed.asked[1]).toHaveLength(2)
    expect(failed.changes).toMatchObject([{ kind: 'allowance', amount: 5n }])
  })

  test('is said to be nothing where the batch takes it back', async () => {
    const back = [approveCall(router, 0n), payCall(somebody, 1n)]
    const { changes } = await triedWith(back, ran([approval(router, 0n)], null, null, word(0n)))
    expect(changes).toMatchObject([{ kind: 'allowance', amount: 0n }])
  })

  test('of others is told as it is', async () => {
    const { changes } = await triedWith(
      calls,
      ran([approval(router, 5n), approval(somebody, 9n), taken(5n)], null, null, word(0n)),
    )
    expect(changes).toMatchObject([{ kind: 'amount' }, { kind: 'allowance', spender: somebody, amount: 9n }])
  })

  test.each(Object.entries(permit2Calls))(
    'is not asked of a token that does not keep it: Permit2 %s',
    async (_, call) => {
      const { asked, used } = await triedWith([call(router, 10n ** 15n), calls[1]], ran([], null, null, word(0n)))
      expect([asked[0]?.length, used]).toEqual([2, []])
      const both = await triedWith([calls[0], call(router, 10n ** 15n), calls[1]], ran([], null, null, null, word(5n)))
      expect([both.asked[0]?.length, both.used]).toEqual([4, []])
    },
  )

  test('is not asked where a call fails, or where nobody is allowed anything', async () => {
    const failed = { kind: 'reverted', reason: 'paused', at: 1 } as const
    expect((await triedWith(calls, failed)).tried).toEqual(failed)
    const { asked } = await triedWith([transferCall(somebody, 1n)], ran([], null))
    expect(asked[0]).toHaveLength(1)
  })
})

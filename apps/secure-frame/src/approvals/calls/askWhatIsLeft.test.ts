import type { EvmAddress } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { approveCall, hybrid, payCall, permit2Calls, transferCall } from '../callsScenarios.fixture.ts'
import type { Consult, InsightParams, Simulation } from '../insights/insights.ts'
import { router, somebody, token } from '../scenarios.fixture.ts'
import { changesOf } from '../simulation/changesOf.ts'
import { askWhatIsLeft } from './askWhatIsLeft.ts'
import { describeCalls } from './describeCalls.ts'
import { readCalls } from './readCalls.ts'

const word = (value: bigint | string): string =>
  `0x${(typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')}`
const approval = (spender: string, amount: bigint) => ({
  address: token,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', word(hybrid.address), word(spender)],
  data: word(amount),
})

/** What the changes are once the batch was tried, by a wallet that gives these answers one after the other. */
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
  const tried = await askWhatIsLeft(consult, hybrid.address, planned, onUsed)('simulate', own)
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

  test('is nothing, and no change, where all of it was used', async () => {
    const { asked, changes, used } = await triedWith(calls, ran([approval(router, 5n)], null, null, word(0n)))
    expect([changes, used]).toEqual([[], [router]])
    expect(asked[0]).toHaveLength(3)
    expect(asked[0]?.[2]?.data).toBe(`0xdd62ed3e${word(hybrid.address).slice(2)}${word(router).slice(2)}`)
  })

  test('is what is left, where some was used', async () => {
    const { changes, used } = await triedWith(calls, ran([approval(router, 5n)], null, null, word(2n)))
    expect(changes).toMatchObject([{ kind: 'allowance', amount: 2n }])
    expect(used).toEqual([])
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
      ran([approval(router, 5n), approval(somebody, 9n)], null, null, word(0n)),
    )
    expect(changes).toMatchObject([{ kind: 'allowance', spender: somebody, amount: 9n }])
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

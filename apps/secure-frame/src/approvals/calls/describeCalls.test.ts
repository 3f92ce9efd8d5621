import { type EvmAddress, localA } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { approveCall, hybrid, payCall, permit2Calls, transferCall } from '../callsScenarios.fixture.ts'
import { router, somebody, token } from '../scenarios.fixture.ts'
import type { Insight } from '../transaction/gatherInsight.ts'
import {
  allowanceKey,
  assessCalls,
  batchIntent,
  callAmount,
  counterpartiesOfAll,
  describeCalls,
  joinRisks,
} from './describeCalls.ts'
import { readCalls } from './readCalls.ts'

const planned = (calls: Parameters<typeof readCalls>[0]) =>
  describeCalls(readCalls(calls, hybrid.address), hybrid.address as EvmAddress)
const increase = approveCall(router, 5n).data.replace('095ea7b3', '39509351')
const use = { to: router, data: '0x38ed1739' }
/** In the simulation, the router has spent its whole allowance. */
const used = new Set([allowanceKey({ token: token as EvmAddress, spender: router as EvmAddress })])
const intent = (calls: Parameters<typeof readCalls>[0], of = used) => batchIntent(planned(calls), localA, null, of)
const kinds = (calls: Parameters<typeof readCalls>[0], code = true, of = used) =>
  assessCalls(planned(calls), { hasCode: () => code, known: [router as EvmAddress, somebody as EvmAddress] }, of).map(
    (each) => each.map(({ kind }) => kind),
  )

describe('a batch in one sentence', () => {
  test('is what it is for, where the rest only allows that', () => {
    expect(intent([approveCall(router, 5n), use])).toBe('Use a contract')
    expect(intent([payCall(somebody, 1n)])).toBe('Send 0.000000000000000001 ETH to 0x7099…79C8')
  })

  test.each([
    ['others may spend', [approveCall(somebody, 5n), use]],
    ['more is done', [transferCall(somebody, 5n), use]],
    ['what is allowed comes last', [use, approveCall(router, 5n)]],
    ['coins go with what is allowed', [{ ...approveCall(router, 5n), value: '0x1' }, use]],
    ['what is allowed is added to what was', [{ to: token, data: increase }, use]],
  ])('is a number where %s', (_, calls) => {
    expect(intent(calls)).toBe('Confirm 2 actions')
  })

  test('is a number where something may be left of what is allowed, or nobody has said', () => {
    expect(intent([approveCall(router, 5n), use], new Set())).toBe('Confirm 2 actions')
    expect(intent([approveCall(router, 5n, somebody), use])).toBe('Confirm 2 actions')
  })

  test.each(Object.entries(permit2Calls))('is a number where Permit2 keeps what is allowed: %s', (_, call) => {
    expect(intent([call(router, 10n ** 15n), use])).toBe('Confirm 2 actions')
  })

  test('is the setting up, where there is nothing else', () => {
    expect(intent([])).toBe('Set up your smart account')
  })
})

describe('the risks of a batch', () => {
  test('leave out that a spender may spend who has nothing left to spend', () => {
    expect(kinds([approveCall(router, 5n), use])).toEqual([[], ['unreadable']])
  })

  test.each([
    ['nobody has said what is left', [approveCall(router, 5n), use], new Set<string>()],
    ['another token is left', [approveCall(router, 5n, somebody), use], used],
    ['another spender is left', [approveCall(somebody, 5n), use], used],
  ] as const)('keep it where %s, although the spender is called right after', (_, calls, of) => {
    expect(kinds(calls, true, new Set(of))[0]).toContain('standingAllowance')
  })

  test.each(Object.entries(permit2Calls))(
    'keep what Permit2 lets spend, whatever the token says of it: %s',
    (_, call) => {
      expect(kinds([call(router, 10n ** 15n), use])[0]).toContain('standingAllowance')
      expect(kinds([approveCall(router, 5n), call(router, 10n ** 15n), use])[1]).toContain('standingAllowance')
    },
  )

  test('keep that there is no limit, and that a spender is nobody’s contract', () => {
    expect(kinds([approveCall(router, 2n ** 256n - 1n), use])[0]).toEqual(['unlimitedAllowance'])
    expect(kinds([approveCall(router, 5n), use], false)[0]).toContain('allowanceToAccount')
  })

  test('are told once each, the worst first', () => {
    const calls = planned([approveCall(somebody, 5n), approveCall(somebody, 6n), approveCall(router, 2n ** 256n - 1n)])
    const risks = assessCalls(calls, { hasCode: () => true, known: [] })
    expect(joinRisks(risks).map(({ kind }) => kind)).toEqual([
      'unlimitedAllowance',
      'standingAllowance',
      'firstTime',
      'firstTime',
    ])
  })

  test.each([
    ['what is called', { to: somebody, data: '0x12345678' }, [somebody]],
    ['who may spend', approveCall(somebody, 5n), [somebody]],
    ['who may spend by Permit2', permit2Calls.approve(somebody, 5n), [somebody]],
    ['a token that moves', transferCall(somebody, 5n), [token]],
  ])('say where nobody has said what %s is', (_, call, missing) => {
    const risksOf = (unknown: readonly string[]) => {
      const hasCode = (address: string) => (unknown.includes(address) ? undefined : true)
      const tokens = new Map(unknown.includes(token) ? [] : [[token as EvmAddress, null]])
      return assessCalls(planned([call, payCall(somebody, 1n)]), { hasCode, tokens }).map((each) =>
        each.map(({ kind }) => kind),
      )
    }
    expect(risksOf([])[0]).not.toContain('notLookedUp')
    expect(risksOf(missing)[0]).toContain('notLookedUp')
    expect(risksOf(missing)[1]).not.toContain('notLookedUp')
  })

  test('say nothing of what is not looked up yet', () => {
    const risks = assessCalls(planned([approveCall(router, 5n)]), { hasCode: () => undefined })
    expect(risks.flat().map(({ kind }) => kind)).not.toContain('notLookedUp')
  })

  test('set the fee against the amount of a single call only', () => {
    const costs = { hasCode: () => true, maxFeeWei: 10n }
    expect(assessCalls(planned([payCall(somebody, 10n)]), costs)[0]?.map(({ kind }) => kind)).toContain('highFee')
    const two = assessCalls(planned([payCall(somebody, 10n), payCall(somebody, 10n)]), costs)
    expect(two.flat().map(({ kind }) => kind)).not.toContain('highFee')
  })
})

test('whom a batch deals with is known once', () => {
  expect(counterpartiesOfAll(planned([approveCall(router, 5n), use, payCall(somebody, 1n)]))).toEqual([
    router,
    somebody,
  ])
})

describe('how much a call is about', () => {
  const insight = { tokens: new Map([[token, { kind: 'token', symbol: 'USDC', decimals: 6 }]]) } as unknown as Insight
  const amount = (call: Parameters<typeof readCalls>[0][number], known: Insight | null = insight) => {
    const [only] = planned([call])
    return only === undefined ? null : callAmount(only, localA, known)
  }

  test.each([
    ['sends a token', transferCall(somebody, 12_500_000n), { value: '12.5', exact: null, symbol: 'USDC' }],
    ['lets spend', approveCall(router, 5_000_000n), { value: '5', exact: null, symbol: 'USDC' }],
    ['pays', payCall(somebody, 10n ** 17n), { value: '0.1', exact: null, symbol: 'ETH' }],
    [
      'pays a contract',
      { to: router, data: '0x12345678', value: '0xde0b6b3a7640000' },
      { value: '1', exact: null, symbol: 'ETH' },
    ],
    ['takes back', approveCall(router, 0n), null],
    ['has no limit', approveCall(router, 2n ** 256n - 1n), null],
    ['is not read', { to: router, data: '0x12345678' }, null],
  ])('that %s', (_, call, words) => {
    expect(amount(call)).toEqual(words)
  })

  test('is not told of a token while it is not known, and in units where it says nothing of itself', () => {
    expect(amount(transferCall(somebody, 5n), null)).toBeNull()
    const silent = { tokens: new Map() } as unknown as Insight
    expect(amount(transferCall(somebody, 5n), silent)).toEqual({ value: '5', exact: null, symbol: 'units' })
  })
})

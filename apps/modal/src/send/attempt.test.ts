import { expect, test } from 'vitest'
import { testUsdc } from '../account/testAccountApi.fixture.ts'
import { attemptKey, attemptOf, formatAttempts, isSameTransfer, isSecond, parseAttempts } from './attempt.ts'
import type { Mark, SendPlan, Trace } from './SendPlan.ts'

const nowMs = 1_000_000
const plan: SendPlan = {
  network: 'eip155:31337',
  account: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
  token: testUsdc(),
  units: 2n ** 200n,
  recipient: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'ada.eth' },
  feeUnits: 1n,
  depositUnits: 0n,
  problem: null,
  request: { method: 'eth_sendTransaction', params: [] },
  mark: { nonce: 7 },
}

const ofSolana = { lastSignature: 'abc', transaction: 'AQ', lastValidBlockHeight: 150 }

test.each<Mark>([{ nonce: 7 }, ofSolana, { ...ofSolana, lastSignature: null }, null])(
  'what is kept is read back, with %j to find it by',
  (mark) => {
    const attempt = attemptOf({ ...plan, mark }, nowMs)
    expect(parseAttempts(formatAttempts([attempt]), nowMs + 1)).toEqual([attempt])
    expect(isSameTransfer(attempt, plan)).toBe(true)
  },
)

test('the last twenty are kept', () => {
  const many = Array.from({ length: 30 }, (_, nonce) => attemptOf({ ...plan, mark: { nonce } }, nowMs))
  expect(parseAttempts(formatAttempts(many), nowMs)).toEqual(many.slice(0, 20))
})

test('of the same transfer, each that was asked for by itself is one of its own', () => {
  const keyWith = (mark: Mark) => attemptKey(attemptOf({ ...plan, mark }, nowMs))
  const marks: readonly Mark[] = [{ nonce: 7 }, { nonce: 8 }, ofSolana, { ...ofSolana, transaction: 'AR' }, null]
  expect(new Set(marks.map(keyWith)).size).toBe(marks.length)
  expect(attemptKey(attemptOf(plan, 5))).toBe(attemptKey(attemptOf(plan, nowMs)))
})

test.each<[string, Mark, Trace | null, Mark, boolean]>([
  ['is out', { nonce: 7 }, 'out', { nonce: 8 }, true],
  ['nobody can tell of', { nonce: 7 }, 'open', { nonce: 7 }, true],
  ['was not asked after', { nonce: 7 }, null, { nonce: 7 }, true],
  ['has the number that the plan has', { nonce: 7 }, 'repeatable', { nonce: 7 }, false],
  ['has a number before it', { nonce: 7 }, 'repeatable', { nonce: 8 }, true],
  ['has no number, though nothing has happened since', ofSolana, 'repeatable', ofSolana, true],
  ['can never be made any more', ofSolana, 'void', ofSolana, false],
])('after one that %s, the same is a second: %s %s %s %s', (_, before, trace, mark, isTwice) => {
  expect(isSecond(attemptOf({ ...plan, mark: before }, nowMs), { ...plan, mark }, trace)).toBe(isTwice)
})

test('another amount, recipient, token, account or network is another transfer', () => {
  const attempt = attemptOf(plan, nowMs)
  const { address: _, ...native } = plan.token
  const others: readonly Partial<SendPlan>[] = [
    { units: 1n },
    { recipient: { address: plan.account, name: null } },
    { token: native },
    { account: plan.recipient.address },
    { network: 'eip155:1' },
  ]
  for (const other of others) expect(isSameTransfer(attempt, { ...plan, ...other })).toBe(false)
})

test('what is older than an hour is forgotten, and nothing else with it', () => {
  const [old, young] = [attemptOf(plan, nowMs), attemptOf({ ...plan, mark: null }, nowMs + 1)]
  expect(parseAttempts(formatAttempts([young, old]), nowMs + 3_600_000)).toEqual([young])
})

const [whole] = JSON.parse(formatAttempts([attemptOf(plan, nowMs)]))
test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', []],
  ['no network', { ...whole, network: 'here' }],
  ['no account', { ...whole, account: 5 }],
  ['a token that is none', { ...whole, token: {} }],
  ['units that are none', { ...whole, units: '1.5' }],
  ['too many decimals', { ...whole, decimals: 300 }],
  ['no time', { ...whole, atMs: 'now' }],
  ['a number that is none', { ...whole, mark: { nonce: 1.5 } }],
  ['a mark that is none', { ...whole, mark: 'x' }],
  ['a transaction that is none', { ...whole, mark: { ...ofSolana, transaction: '0' } }],
  ['a transaction without an end', { ...whole, mark: { lastSignature: null, transaction: 'AQ' } }],
])('%s in storage is no attempt', (_, value) => {
  expect(parseAttempts(JSON.stringify([value, whole]), nowMs)).toHaveLength(1)
})

test.each(['', '{', '{}', 'null'])('%j in storage is none', (text) => {
  expect(parseAttempts(text, nowMs)).toEqual([])
})

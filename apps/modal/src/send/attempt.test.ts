import { expect, test } from 'vitest'
import { testUsdc } from '../account/testAccountApi.fixture.ts'
import { attemptOf, formatAttempt, isSameTransfer, parseAttempt } from './attempt.ts'
import type { SendPlan } from './SendPlan.ts'

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

test.each([{ nonce: 7 }, { lastSignature: 'abc' }, { lastSignature: null }, null])(
  'what is kept is read back, with %j to find it by',
  (mark) => {
    const attempt = attemptOf({ ...plan, mark }, nowMs)
    expect(parseAttempt(formatAttempt(attempt), nowMs + 1)).toEqual(attempt)
    expect(isSameTransfer(attempt, plan)).toBe(true)
  },
)

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

test('what is older than an hour is forgotten', () => {
  expect(parseAttempt(formatAttempt(attemptOf(plan, nowMs)), nowMs + 3_600_000)).toBeUndefined()
})

const whole = JSON.parse(formatAttempt(attemptOf(plan, nowMs)))
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
])('%s in storage is no attempt', (_, value) => {
  expect(parseAttempt(JSON.stringify(value), nowMs)).toBeUndefined()
  expect(parseAttempt('{', nowMs)).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import { decodeCall } from '../calldata/decodeCall.ts'
import { effectsOf } from '../calldata/effectsOf.ts'
import type { Hex } from '../hex/hex.ts'
import { assessTransaction, type RiskFacts, riskSeverity } from './assessTransaction.ts'
import { findLookalike } from './findLookalike.ts'

const account = toChecksumAddress(`0x${'a1'.repeat(20)}`)
const token = toChecksumAddress(`0x${'70'.repeat(20)}`)
const friend = toChecksumAddress('0x1234567890abcdef1234567890abcdef1234abcd')
const poison = toChecksumAddress('0x1234ffffffffffffffffffffffffffffffffabcd')
const zero = toChecksumAddress(`0x${'00'.repeat(20)}`)
const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
const transfer = (to: string, amount = 5n) => `0xa9059cbb${word(to)}${word(amount)}` as Hex
const approve = (spender: string, amount: bigint) => `0x095ea7b3${word(spender)}${word(amount)}` as Hex
const approveAll = (operator: string, yes: bigint) => `0xa22cb465${word(operator)}${word(yes)}` as Hex

const judge = (call: { to?: EvmAddress; value?: bigint; data?: Hex }, facts: Partial<RiskFacts> = {}) => {
  const decoded = decodeCall({ from: account, to: call.to ?? token, value: call.value ?? 0n, data: call.data ?? '0x' })
  return assessTransaction({
    account,
    call: decoded,
    effects: effectsOf(decoded, account),
    hasCode: () => true,
    known: [friend, token],
    ...facts,
  })
}
const kinds = (...given: Parameters<typeof judge>) => judge(...given).map(({ kind }) => kind)

describe('assessTransaction', () => {
  test.each<[string, Parameters<typeof judge>, string[]]>([
    ['a transfer to a friend', [{ to: friend, value: 5n }], []],
    ['a token to a friend', [{ data: transfer(friend) }], []],
    ['a token to a stranger', [{ data: transfer(`0x${'c1'.repeat(20)}`) }], ['firstTime']],
    ['coins to a lookalike', [{ to: poison, value: 5n }], ['lookalike']],
    ['a token to a lookalike', [{ data: transfer(poison) }], ['lookalike']],
    ['an allowance to a lookalike', [{ data: approve(poison, 5n) }], ['lookalike', 'standingAllowance']],
    ['an allowance without end', [{ data: approve(friend, 2n ** 256n - 1n) }], ['unlimitedAllowance']],
    ['an allowance with an end', [{ data: approve(friend, 2n ** 159n - 1n) }], ['standingAllowance']],
    ['an allowance taken back', [{ data: approve(friend, 0n) }], []],
    [
      'an allowance to a user',
      [{ data: approve(friend, 5n) }, { hasCode: (each) => each !== friend }],
      ['allowanceToAccount', 'standingAllowance'],
    ],
    ['an allowance to who knows', [{ data: approve(friend, 5n) }, { hasCode: () => undefined }], ['standingAllowance']],
    ['a whole collection', [{ data: approveAll(friend, 1n) }], ['wholeCollection']],
    [
      'a whole collection to a user',
      [{ data: approveAll(friend, 1n) }, { hasCode: (each) => each !== friend }],
      ['wholeCollection', 'allowanceToAccount'],
    ],
    ['a whole collection taken back', [{ data: approveAll(friend, 0n) }], []],
    ['a token to nobody', [{ data: transfer(zero) }], ['sendToZero']],
    ['coins to nobody', [{ to: zero, value: 1n }], ['sendToZero']],
    ['a token to its own contract', [{ data: transfer(token) }], ['sendToTokenContract']],
    ['a token to oneself', [{ data: transfer(account) }], ['sendToSelf']],
    ['coins to oneself', [{ to: account, value: 1n }], ['sendToSelf']],
    ['a call of nothing', [{ data: '0x12345678' }, { hasCode: () => false }], ['noCode']],
    ['a token that is not there', [{ data: transfer(friend) }, { hasCode: () => false }], ['noCode']],
    ['a call that nobody can read', [{ data: '0x12345678' }], ['unreadable']],
    ['most of a balance', [{ to: friend, value: 80n }, { balanceWei: 100n }], ['largeShare']],
    ['less than most of a balance', [{ to: friend, value: 79n }, { balanceWei: 100n }], []],
    ['more than a balance, which is said elsewhere', [{ to: friend, value: 101n }, { balanceWei: 100n }], []],
    ['a fee of a fifth', [{ to: friend, value: 100n }, { maxFeeWei: 20n }], ['highFee']],
    ['a small fee', [{ to: friend, value: 100n }, { maxFeeWei: 19n }], []],
    ['a fee for a call without coins', [{ data: transfer(friend) }, { maxFeeWei: 20n }], []],
    [
      'the largest amounts',
      [
        { to: friend, value: 2n ** 256n - 1n },
        { balanceWei: 2n ** 256n - 1n, maxFeeWei: 1n },
      ],
      ['largeShare'],
    ],
  ])('%s', (_, given, expected) => {
    expect([...kinds(...given)].sort()).toEqual([...expected].sort())
  })

  test('says the worst first', () => {
    const found = judge(
      { data: approve(poison, 2n ** 256n - 1n), value: 90n },
      { balanceWei: 100n, maxFeeWei: 90n, hasCode: (each) => each === token },
    )
    expect(found.map(({ kind }) => kind)).toEqual([
      ...['lookalike', 'unlimitedAllowance', 'allowanceToAccount', 'largeShare', 'highFee'],
    ])
    const order = ['danger', 'warning', 'info']
    const severities = Object.values(riskSeverity).map((severity) => order.indexOf(severity))
    expect(severities).toEqual([...severities].sort())
  })

  test('tells an account that never sent anything from one that never sent there', () => {
    const to = toChecksumAddress(`0x${'c1'.repeat(20)}`)
    expect(judge({ to, value: 1n }, { sent: 0 })).toEqual([{ kind: 'firstTime', address: to, isFirstEver: true }])
    expect(judge({ to, value: 1n }, { sent: 3 })).toEqual([{ kind: 'firstTime', address: to, isFirstEver: false }])
  })
})

describe('findLookalike', () => {
  test.each([
    ['the same ends', '0x1234aaaabcd1', '0x1234bbbbbcd1', true],
    ['the same ends in another case', '0x12ABaaaabcd1', '0x12abbbbbBCD1', true],
    ['itself', '0x1234aaaabcd1', '0x1234aaaabcd1', false],
    ['itself in another case', '0x1234AAAAbcd1', '0x1234aaaabcd1', false],
    ['another start', '0x1235aaaabcd1', '0x1234bbbbbcd1', false],
    ['another end', '0x1234aaaabcd2', '0x1234bbbbbcd1', false],
    ['the same ends without a prefix', '7EcDaaaaLtVx', '7EcDbbbbLtVx', true],
    ['another start without a prefix', '7Eddaaaaabcd', '1Eddbbbbabcd', false],
    ['another address, for all its letters are the same', '7EcDaaaaLtVx', '7EcDAaaaLtVx', true],
    ['the same ends in another case without a prefix', '7ecDaaaaLtvx', '7EcDbbbbLtVx', true],
  ])('%s', (_, address, known, expected) => {
    expect(findLookalike(address, [known])).toBe(expected ? known : null)
  })

  test('is none for somebody known, however like another', () => {
    expect(findLookalike('0x1234aaaabcd1', ['0x1234bbbbbcd1', '0x1234aaaabcd1'])).toBeNull()
  })
})

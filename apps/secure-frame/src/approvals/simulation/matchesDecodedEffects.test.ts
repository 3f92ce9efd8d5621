import { type Effect, toChecksumAddress } from '@latchkey/chains'
import { expect, test } from 'vitest'
import type { Change } from './changesOf.ts'
import { matchesDecodedEffects } from './matchesDecodedEffects.ts'

const token = toChecksumAddress(`0x${'70'.repeat(20)}`)
const other = toChecksumAddress(`0x${'b0'.repeat(20)}`)
const send: Effect = { kind: 'send', asset: token, to: other, amount: 5n }
const allow: Effect = { kind: 'allow', token, spender: other, amount: 5n, unlimited: false }
const out = (amount: bigint): Change => ({ kind: 'amount', asset: token, amount: -amount })
const coins = (amount: bigint): Change => ({ kind: 'amount', asset: 'native', amount })
const allowance = (amount: bigint): Change => ({ kind: 'allowance', token, spender: other, amount, unlimited: false })

test.each<[string, readonly Change[], readonly Effect[], bigint, boolean]>([
  ['nothing', [], [], 0n, true],
  ['what is sent', [out(5n)], [send], 0n, true],
  ['more than what is sent', [out(6n)], [send], 0n, false],
  ['what comes in', [out(5n), coins(7n)], [send], 0n, true],
  ['coins that go with it', [out(5n), coins(-7n)], [send], 7n, true],
  ['coins that go without being said', [out(5n), coins(-7n)], [send], 0n, false],
  ['an allowance', [allowance(5n)], [allow], 0n, true],
  ['a larger allowance', [allowance(6n)], [allow], 0n, false],
  ['an allowance besides', [out(5n), allowance(5n)], [send], 0n, false],
  ['an item sent as an amount is', [{ kind: 'item', collection: token, id: 5n, amount: -1n }], [send], 0n, true],
  ['another item', [{ kind: 'item', collection: token, id: 6n, amount: -1n }], [send], 0n, false],
  [
    'an item allowed as an amount is',
    [{ kind: 'itemAllowance', collection: token, id: 5n, spender: other }],
    [allow],
    0n,
    true,
  ],
  [
    'a collection',
    [{ kind: 'operator', collection: token, operator: other, approved: true }],
    [{ kind: 'allowAll', collection: token, operator: other }],
    0n,
    true,
  ],
  [
    'a collection besides',
    [{ kind: 'operator', collection: token, operator: other, approved: true }],
    [send],
    0n,
    false,
  ],
])('%s', (_, changes, effects, value, expected) => {
  expect(matchesDecodedEffects(changes, effects, value)).toBe(expected)
})

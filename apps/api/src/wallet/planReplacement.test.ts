import type { WalletRecord } from '@latchkey/api-client'
import { describe, expect, test } from 'vitest'
import { planReplacement } from './planReplacement.ts'

type Planned = Parameters<typeof planReplacement>[1]

const id = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const evm = (digit: number): string => `0x${String(digit).repeat(40)}`
const solana = (digit: number): string => String(digit).repeat(32)

const stored: WalletRecord = {
  walletId: id(1),
  userId: id(2),
  version: 1,
  generation: 3,
  revision: 5,
  recoveryShareId: id(4),
  recovery: { kind: 'automatic' },
  addresses: { eip155: [evm(1), evm(2)], solana: [solana(1)] },
  ciphertext: 'AAAA',
}
const next: WalletRecord = { ...stored, revision: 6, ciphertext: 'BBBB' }
const passphrase = { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 } as const
const grown = { eip155: [evm(1), evm(2), evm(3)], solana: [solana(1)] }
const sealedAuthShare = 'AA'
const recovery = { sealedRecoveryAuthShare: 'AA', receipt: 'a.b.c' }

const rotated: Planned = {
  record: { ...next, generation: 4, recoveryShareId: id(5) },
  sealedAuthShare,
  recovery,
}
const switched: Planned = { record: { ...next, recoveryShareId: id(5), recovery: passphrase }, recovery }
const imported: Planned = { record: { ...next, addresses: grown } }

test.each<[string, Planned, boolean, string[]]>([
  ['a new key', rotated, true, ['key rotated']],
  [
    'a new key, recovered in another way',
    { ...rotated, record: { ...rotated.record, recovery: passphrase } },
    true,
    ['key rotated', 'recovery changed'],
  ],
  ['another way to recover', switched, false, ['recovery changed']],
  [
    'a new pair in the same way',
    { ...switched, record: { ...switched.record, recovery: stored.recovery } },
    false,
    ['recovery changed'],
  ],
  ['an imported account', imported, false, ['account imported']],
  [
    'one on Solana alone',
    { record: { ...next, addresses: { ...stored.addresses, solana: [solana(1), solana(2)] } } },
    false,
    ['account imported'],
  ],
])('%s follows', (_, replacement, hasNewKey, events) => {
  expect(planReplacement(stored, replacement)).toEqual({ hasNewKey, events })
})

describe('does not follow', () => {
  test.each([1, 4, 5, 7])('revision %i: WALLET_CHANGED', (revision) => {
    expect(() => planReplacement(stored, { ...rotated, record: { ...rotated.record, revision } })).toThrow('changed on')
  })

  const without = ({ sealedAuthShare: _, ...rest }: Planned): Planned => rest
  test.each<[string, Planned]>([
    ['a key of before', { ...rotated, record: { ...rotated.record, generation: 2 } }],
    ['a key that leaves one out', { ...rotated, record: { ...rotated.record, generation: 5 } }],
    ['a new key without a share for this device', without(rotated)],
    ['a new key without a pair', { record: rotated.record, sealedAuthShare }],
    ['a new key with the pair of the old one', { ...rotated, record: { ...rotated.record, recoveryShareId: id(4) } }],
    [
      'a new key with the old pair and no shares of it',
      { record: { ...rotated.record, recoveryShareId: id(4) }, sealedAuthShare },
    ],
    ['a share for this device without a new key', { ...imported, sealedAuthShare }],
    ['a new pair without its shares', { record: switched.record }],
    ['shares of a pair that stays', { ...imported, recovery }],
    ['another way to recover with the old pair', { record: { ...next, recovery: passphrase, addresses: grown } }],
    ['addresses that go', { record: { ...next, addresses: { eip155: [evm(1)], solana: [solana(1)] } } }],
    ['addresses in another order', { record: { ...next, addresses: { ...grown, eip155: [evm(2), evm(1), evm(3)] } } }],
    ['addresses that are others', { record: { ...next, addresses: { ...grown, solana: [solana(2)] } } }],
    ['nothing that changes', { record: next }],
  ])('%s: INVALID_PARAMS', (_, replacement) => {
    expect(() => planReplacement(stored, replacement)).toThrow('parameters')
  })
})

describe('several records at once', () => {
  const first = { record: switched.record }
  const second = { ...rotated.record, revision: 7, recovery: passphrase, recoveryShareId: id(6) }
  const both: Planned = { record: second, sealedAuthShare, recovery, earlier: [first] }

  test('do what each of them does, with the newest shares', () => {
    expect(planReplacement(stored, both)).toEqual({ hasNewKey: true, events: ['recovery changed', 'key rotated'] })
  })

  test('need the shares of a key or pair that one in the middle has brought', () => {
    const last = { ...second, revision: 8, addresses: grown }
    const { recovery: _, ...withoutPair } = both
    const { sealedAuthShare: __, ...withoutShare } = both
    const chain = { record: last, earlier: [first, { record: second }] }
    expect(planReplacement(stored, { ...both, ...chain }).hasNewKey).toBe(true)
    expect(() => planReplacement(stored, { ...withoutPair, ...chain })).toThrow('parameters')
    expect(() => planReplacement(stored, { ...withoutShare, ...chain })).toThrow('parameters')
  })

  test('a pair that comes back needs its shares: those that are stored may be of an older key', () => {
    const back = { ...first.record, revision: 7, recovery: stored.recovery, recoveryShareId: stored.recoveryShareId }
    expect(() => planReplacement(stored, { record: back, earlier: [first] })).toThrow('parameters')
  })

  test.each<[string, Partial<Planned>, string]>([
    ['one is missing', { earlier: [] }, 'changed on'],
    ['one comes twice', { earlier: [first, first] }, 'changed on'],
    ['one is of another wallet', { earlier: [{ record: { ...first.record, walletId: id(9) } }] }, 'parameters'],
    ['one is of another user', { earlier: [{ record: { ...first.record, userId: id(9) } }] }, 'parameters'],
    ['one leaves a key out', { record: { ...second, generation: 5 } }, 'parameters'],
    ['one takes addresses away', { earlier: [{ record: { ...first.record, addresses: grown } }] }, 'parameters'],
  ])('don’t follow where %s', (_, change, message) => {
    expect(() => planReplacement(stored, { ...both, ...change })).toThrow(message)
  })
})

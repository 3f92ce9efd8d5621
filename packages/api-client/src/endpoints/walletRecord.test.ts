import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { walletRecord } from './walletRecord.ts'

const record = {
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 1,
  revision: 1,
  recoveryShareId: '33333333-3333-4333-8333-333333333333',
  recovery: { kind: 'automatic' },
  addresses: {
    eip155: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  },
  ciphertext: 'AAAA',
}
const { eip155, solana } = record.addresses
const passphrase = { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 }
const passkey = { kind: 'passkey', credentialId: 'A'.repeat(22), salt: 'A'.repeat(43) }
const parses = (change: object): boolean => z.safeParse(walletRecord, { ...record, ...change }).success

describe('a wallet record', () => {
  test.each<[string, object]>([
    ['automatic recovery', {}],
    ['a passphrase', { recovery: passphrase }],
    ['a passkey', { recovery: passkey }],
    ['64 accounts', { addresses: { eip155: new Array(64).fill(eip155[0]), solana: new Array(64).fill(solana[0]) } }],
  ])('with %s parses', (_, change) => {
    expect(parses(change)).toBe(true)
  })

  test.each<[string, object]>([
    ['no recovery', { recovery: undefined }],
    ['a recovery of another kind', { recovery: { kind: 'friends' } }],
    ['a passphrase that costs little memory', { recovery: { ...passphrase, memoryKiB: 8 } }],
    ['a passphrase that costs endless memory', { recovery: { ...passphrase, memoryKiB: 2 ** 31 } }],
    ['a passphrase that costs few passes', { recovery: { ...passphrase, passes: 1 } }],
    ['a passphrase that costs endless passes', { recovery: { ...passphrase, passes: 2 ** 31 } }],
    ['a passphrase without a salt', { recovery: { ...passphrase, salt: '' } }],
    ['a passkey with too long an id', { recovery: { ...passkey, credentialId: 'A'.repeat(1365) } }],
    ['a passkey with a short salt', { recovery: { ...passkey, salt: 'A'.repeat(42) } }],
    ['65 accounts', { addresses: { eip155: new Array(65).fill(eip155[0]), solana } }],
    ['no Ethereum account', { addresses: { eip155: [], solana } }],
    ['no Solana account', { addresses: { eip155, solana: [] } }],
    ['a letter that base58 lacks', { addresses: { eip155, solana: ['0'.repeat(44)] } }],
    ['revision 0', { revision: 0 }],
    ['a revision between two', { revision: 1.5 }],
    ['no recovery pair', { recoveryShareId: 'x' }],
  ])('with %s does not', (_, change) => {
    expect(parses(change)).toBe(false)
  })
})

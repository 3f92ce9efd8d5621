import { expect, test } from 'vitest'
import { walletRecordAad } from './walletRecordAad.ts'

const record = {
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 1,
  addresses: { eip155: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'] },
  ciphertext: 'AAAA',
} as const

test('is the canonical JSON of all fields but the ciphertext', () => {
  const { addresses } = record
  expect(new TextDecoder().decode(walletRecordAad({ ...record, addresses: { eip155: [...addresses.eip155] } }))).toBe(
    '{"addresses":{"eip155":["0x9858EfFD232B4033E47d90003D41EC34EcaEda94"]},"generation":1,' +
      '"userId":"22222222-2222-4222-8222-222222222222","version":1,"walletId":"11111111-1111-4111-8111-111111111111"}',
  )
})

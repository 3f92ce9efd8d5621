import { expect, test } from 'vitest'
import type { WalletRecord } from './endpoints/walletRecord.ts'
import { walletRecordAad } from './walletRecordAad.ts'

const record: WalletRecord = {
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 1,
  revision: 3,
  recoveryShareId: '33333333-3333-4333-8333-333333333333',
  recovery: { kind: 'passphrase', salt: 'AAAAAAAAAAAAAAAAAAAAAA', memoryKiB: 65_536, passes: 3 },
  addresses: {
    eip155: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  },
  ciphertext: 'AAAA',
}

test('is the canonical JSON of all fields but the ciphertext', () => {
  expect(new TextDecoder().decode(walletRecordAad(record))).toBe(
    '{"addresses":{"eip155":["0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],' +
      '"solana":["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"]},"generation":1,' +
      '"recovery":{"kind":"passphrase","memoryKiB":65536,"passes":3,"salt":"AAAAAAAAAAAAAAAAAAAAAA"},' +
      '"recoveryShareId":"33333333-3333-4333-8333-333333333333","revision":3,' +
      '"userId":"22222222-2222-4222-8222-222222222222","version":1,"walletId":"11111111-1111-4111-8111-111111111111"}',
  )
})

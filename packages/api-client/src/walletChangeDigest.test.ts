import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type WalletRecord, walletRecord } from './endpoints/walletRecord.ts'
import { walletChangeDigest } from './walletChangeDigest.ts'
import { walletRecordAad } from './walletRecordAad.ts'

const record: WalletRecord = {
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 1,
  revision: 3,
  recoveryShareId: '33333333-3333-4333-8333-333333333333',
  recovery: { kind: 'automatic' },
  addresses: {
    eip155: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  },
  ciphertext: 'AAAA',
}

const before: WalletRecord = { ...record, revision: 2, ciphertext: 'AAEA' }

test('is SHA-256 of its name and, of both records, the additional data and the ciphertext, each behind its length', async () => {
  const behindLength = (part: Uint8Array): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return Buffer.concat([length, part])
  }
  const bytes = Buffer.concat([
    Buffer.from('\0\0\0\x19latchkey wallet change v1'),
    behindLength(walletRecordAad(before)),
    Buffer.from('\0\0\0\x04AAEA'),
    behindLength(walletRecordAad(record)),
    Buffer.from('\0\0\0\x04AAAA'),
  ])
  expect(Buffer.from(await walletChangeDigest(before, record))).toEqual(createHash('sha256').update(bytes).digest())
})

test.each([
  ['before', (other: WalletRecord) => walletChangeDigest(other, record)],
  ['after', (other: WalletRecord) => walletChangeDigest(record, other)],
])('differs for every record %s that differs in one character', async (_, digestOf) => {
  const text = JSON.stringify(record)
  const others = new Set<string>()
  for (let at = 0; at < text.length; at++)
    for (const character of '0359AEaefz_') {
      const parsed = readRecord(text.slice(0, at) + character + text.slice(at + 1))
      if (parsed !== null) others.add(JSON.stringify(parsed))
    }
  others.delete(text)
  expect(others.size).toBeGreaterThan(1000)
  const digests = new Set([hex(await digestOf(record))])
  for (const other of others) digests.add(hex(await digestOf(JSON.parse(other))))
  expect(digests.size).toBe(others.size + 1)
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const readRecord = (text: string): WalletRecord | null => {
  try {
    return walletRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

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

test('is SHA-256 of its name, the additional data and the ciphertext, each behind its length', async () => {
  const aad = walletRecordAad(record)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(aad.length)
  const bytes = Buffer.concat([
    Buffer.from('\0\0\0\x19latchkey wallet change v1'),
    length,
    aad,
    Buffer.from('\0\0\0\x04AAAA'),
  ])
  expect(Buffer.from(await walletChangeDigest(record))).toEqual(createHash('sha256').update(bytes).digest())
})

test('differs for every record that differs in one character', async () => {
  const text = JSON.stringify(record)
  const others = new Set<string>()
  for (let at = 0; at < text.length; at++)
    for (const character of '0359AEaefz_') {
      const parsed = readRecord(text.slice(0, at) + character + text.slice(at + 1))
      if (parsed !== null) others.add(JSON.stringify(parsed))
    }
  others.delete(text)
  expect(others.size).toBeGreaterThan(1000)
  const digests = new Set([hex(await walletChangeDigest(record))])
  for (const other of others) digests.add(hex(await walletChangeDigest(JSON.parse(other))))
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

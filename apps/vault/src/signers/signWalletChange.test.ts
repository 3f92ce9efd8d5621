import { type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, recoverAddress, recoverMessageAddress, verifyMessage } from 'viem/utils'
import { expect, test } from 'vitest'
import type { SecretBytes } from '../secrets.ts'
import { hexBytes } from '../testing/vectors.ts'
import { signWalletChange } from './signWalletChange.ts'

const key = `0x${'0123456789abcdef'.repeat(4)}` as const
const account = privateKeyToAccount(key)
const { address } = account

const recordOf = (revision: number): WalletRecord => ({
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 1,
  revision,
  recoveryShareId: '33333333-3333-4333-8333-333333333333',
  recovery: { kind: 'automatic' },
  addresses: { eip155: [address], solana: ['1'.repeat(32)] },
  ciphertext: 'AAAA',
})
const sign = async (record: WalletRecord) =>
  bytesToHex(await signWalletChange(recordOf(1), record, hexBytes(key) as SecretBytes))

test('signs as viem signs the digest, with a low s, for every record another', async () => {
  const signatures = new Set<string>()
  for (let revision = 2; revision <= 51; revision++) {
    const record = recordOf(revision)
    const hash = bytesToHex(await walletChangeDigest(recordOf(1), record))
    const signature = await sign(record)
    expect(signature).toBe(await account.sign({ hash }))
    expect(await recoverAddress({ hash, signature })).toBe(address)
    signatures.add(signature)
  }
  expect(signatures.size).toBe(50)
})

test('is no signature of a message, whichever way the record is read as one', async () => {
  const record = recordOf(2)
  const signature = await sign(record)
  for (const message of [{ raw: await walletChangeDigest(recordOf(1), record) }, JSON.stringify(record)]) {
    expect(await recoverMessageAddress({ message, signature })).not.toBe(address)
    expect(await verifyMessage({ address, message, signature })).toBe(false)
  }
})

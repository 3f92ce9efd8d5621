import { decodeBase64url, encodeBase64url, type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import { generatePrivateKey, privateKeyToAddress, sign, signMessage } from 'viem/accounts'
import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from 'viem/utils'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireWalletSignature } from './requireWalletSignature.ts'

const key: `0x${string}` = `0x${'0123456789abcdef'.repeat(4)}`
const address = privateKeyToAddress(key)
const importedKey = `0x${'1'.repeat(64)}` as const
const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

const stored: WalletRecord = {
  walletId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  version: 1,
  generation: 3,
  revision: 5,
  recoveryShareId: '33333333-3333-4333-8333-333333333333',
  recovery: { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 },
  addresses: { eip155: [address, privateKeyToAddress(importedKey)], solana: ['1'.repeat(32)] },
  ciphertext: encodeBase64url(Uint8Array.from({ length: 60 }, (_, index) => index * 4)),
}
const record: WalletRecord = { ...stored, revision: 6, recoveryShareId: '44444444-4444-4444-8444-444444444444' }

const signed = async (of: WalletRecord, privateKey = key, before = stored): Promise<Uint8Array<ArrayBuffer>> => {
  const hash = bytesToHex(await walletChangeDigest(before, of))
  return new Uint8Array(hexToBytes(await sign({ hash, privateKey, to: 'hex' })))
}
const check = (bytes: Uint8Array, of = record, before = stored): Promise<void> =>
  requireWalletSignature(before, of, encodeBase64url(bytes))
const refused = expect.objectContaining({ name: 'SHARE_INVALID' })

let good: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  good = await signed(record)
})

test('the key of the first EVM address that is stored has signed the record', async () => {
  await check(good)
  const written = { ...stored, addresses: { ...stored.addresses, eip155: [address.toLowerCase()] } }
  await check(await signed(record, key, written), record, written)
})

describe('refused', () => {
  test('the key of another account, of the same wallet or of none', async () => {
    for (const other of [importedKey, generatePrivateKey()])
      await expect(check(await signed(record, other))).rejects.toEqual(refused)
  })

  test('a record that names another first address: what is stored counts', async () => {
    const own = generatePrivateKey()
    const forged = { ...record, addresses: { ...record.addresses, eip155: [privateKeyToAddress(own)] } }
    await expect(check(await signed(forged, own), forged)).rejects.toEqual(refused)
  })

  test('the signature of another revision, generation, way of recovery or ciphertext', async () => {
    for (const change of [
      { revision: 5 },
      { revision: 7 },
      { generation: 4 },
      { recovery: { kind: 'automatic' } as const },
      { recoveryShareId: stored.recoveryShareId },
      { ciphertext: encodeBase64url(new Uint8Array(60)) },
    ])
      await expect(check(good, { ...record, ...change })).rejects.toEqual(refused)
  })

  test('a signature over another record before: whoever has not seen the last change undoes none', async () => {
    for (const change of [
      { revision: 4 },
      { recovery: { kind: 'automatic' } as const },
      { recoveryShareId: record.recoveryShareId },
      { ciphertext: encodeBase64url(new Uint8Array(60)) },
    ]) {
      const elsewhere = await signed(record, key, { ...stored, ...change })
      await expect(check(elsewhere)).rejects.toEqual(refused)
    }
  })

  test('the same digest signed as a message: what a page can ask for is no change', async () => {
    const raw = await walletChangeDigest(stored, record)
    const message = hexToBytes(await signMessage({ message: { raw }, privateKey: key }))
    await expect(check(message)).rejects.toEqual(refused)
  })

  test('the higher s, with either v', async () => {
    const high = good.slice()
    high.set(numberToBytes(order - bytesToBigInt(good.subarray(32, 64)), { size: 32 }), 32)
    for (const v of [27, 28]) {
      high[64] = v
      await expect(check(high)).rejects.toEqual(refused)
    }
  })

  test('a v beside 27 and 28, the parity alone too', async () => {
    const parity = (good[64] ?? 0) - 27
    for (const v of [parity, 1 - parity, 26, 29, 30, 35, 36, 255])
      await expect(check(Uint8Array.of(...good.subarray(0, 64), v))).rejects.toEqual(refused)
  })

  test('r or s of zero, or beyond the order', async () => {
    for (const at of [0, 32])
      for (const fill of [0, 255]) await expect(check(good.slice().fill(fill, at, at + 32))).rejects.toEqual(refused)
  })

  test('other lengths, and text that is no base64url', async () => {
    for (const bytes of [new Uint8Array(), good.subarray(0, 64), Uint8Array.of(...good, 0)])
      await expect(check(bytes)).rejects.toEqual(refused)
    const text = encodeBase64url(good)
    // Two bits of the last character are unused: a signature has one text.
    const last = encodeBase64url(good.subarray(63)).at(-1)
    for (const other of ['A', 'B', 'Q', '_', '='].filter((character) => character !== last))
      await expect(requireWalletSignature(stored, record, text.slice(0, -1) + other)).rejects.toEqual(refused)
  })
})

// `walletChangeDigest.test.ts` checks that no other record has the same digest.
describe('whichever byte is changed, it is refused', () => {
  /** Returns a copy for each byte, with a different bit of it changed each time. */
  const flipped = (bytes: Uint8Array): Uint8Array[] =>
    Array.from(bytes, (_, at) => bytes.map((byte, index) => (index === at ? byte ^ (1 << (at & 7)) : byte)))

  test('of the signature', async () => {
    for (const bytes of flipped(good)) await expect(check(bytes)).rejects.toEqual(refused)
  })

  test('of the ciphertext', async () => {
    for (const bytes of flipped(decodeBase64url(record.ciphertext)))
      await expect(check(good, { ...record, ciphertext: encodeBase64url(bytes) })).rejects.toEqual(refused)
  })
})

import { expect, test } from 'vitest'
import { type Bytes, type SecretBytes, withSecrets } from './secrets.ts'
import { decodeWalletPayload, encodeWalletPayload } from './walletPayload.ts'

const secretOf = (fill: number, length = 32): SecretBytes => new Uint8Array(length).fill(fill) as Bytes as SecretBytes

const encoded = (importedKeys: SecretBytes[]) =>
  withSecrets(async (hold) =>
    encodeWalletPayload({ createdAtMs: 1_750_000_000_123, entropy: secretOf(7), importedKeys }, hold).slice(),
  )
const decoded = (bytes: Uint8Array) =>
  withSecrets(async (hold) => structuredClone(decodeWalletPayload(bytes as SecretBytes, hold)))

test.each([0, 1, 255])('a payload with %i imported keys comes back as it was', async (count) => {
  const importedKeys = Array.from({ length: count }, (_, index) => secretOf(index))
  expect(await decoded(await encoded(importedKeys))).toEqual({
    createdAtMs: 1_750_000_000_123,
    entropy: secretOf(7),
    importedKeys,
  })
})

test('bytes that are not exactly one payload are refused', async () => {
  const bytes = await encoded([secretOf(1)])
  for (let length = 0; length < bytes.length; length++) {
    await expect(decoded(bytes.slice(0, length))).rejects.toThrow(RangeError)
  }
  await expect(decoded(Uint8Array.of(...bytes, 0))).rejects.toThrow(RangeError)
  await expect(decoded(bytes.with(0, 0xff))).rejects.toThrow(RangeError)
})

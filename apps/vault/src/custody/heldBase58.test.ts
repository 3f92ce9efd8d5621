import { decodeBase58, encodeBase58 } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { type SecretBytes, withSecrets } from '../secrets.ts'

test('all that a key passes through is held', async () => {
  const held: Uint8Array[] = []
  const seen = await withSecrets(async (hold) => {
    const watch = (bytes: Uint8Array): SecretBytes => {
      held.push(bytes)
      return hold(bytes)
    }
    return decodeBase58(encodeBase58(new Uint8Array(64).fill(9), watch), watch)?.slice()
  })
  expect(seen).toEqual(new Uint8Array(64).fill(9))
  expect(held).toHaveLength(7)
  expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
})

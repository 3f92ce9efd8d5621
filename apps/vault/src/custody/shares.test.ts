import { expect, test } from 'vitest'
import { type Bytes, type SecretBytes, withSecrets } from '../secrets.ts'
import { combineShares, splitVaultKey } from './shares.ts'

const randomKey = (): SecretBytes => crypto.getRandomValues(new Uint8Array(32)) as Bytes as SecretBytes

const withPairs = <result>(
  key: SecretBytes,
  work: (
    pairs: [[SecretBytes, SecretBytes], [SecretBytes, SecretBytes]],
    combine: (one: SecretBytes, other: SecretBytes) => Promise<SecretBytes>,
  ) => Promise<result>,
) =>
  withSecrets(async (hold) =>
    work([await splitVaultKey(key, hold), await splitVaultKey(key, hold)], (one, other) =>
      combineShares(one, other, hold),
    ),
  )

test('either pair gives the key, in any order', async () => {
  for (let round = 0; round < 50; round++) {
    const key = randomKey()
    await withPairs(key, async ([[one, other], [third, fourth]], combine) => {
      expect(await combine(one, other)).toEqual(key)
      expect(await combine(fourth, third)).toEqual(key)
      expect([one, other, third, fourth].map((share) => share.length)).toEqual([33, 33, 33, 33])
    })
  }
})

test('shares of two pairs do not give the key', async () => {
  const key = randomKey()
  await withPairs(key, async ([[one], [, fourth]], combine) => {
    // If both happen to have the same coordinate they are rejected, which is fine too.
    const mixed = await combine(one, fourth).catch(() => null)
    expect(mixed).not.toEqual(key)
  })
})

test('what cannot be a pair is SHARE_INVALID', async () => {
  const refusal = expect.objectContaining({ name: 'SHARE_INVALID' })
  await withPairs(randomKey(), async ([[one, other]], combine) => {
    await expect(combine(one, one)).rejects.toThrowError(refusal)
    await expect(combine(one, other.slice(1) as SecretBytes)).rejects.toThrowError(refusal)
    await expect(combine(new Uint8Array() as SecretBytes, new Uint8Array() as SecretBytes)).rejects.toThrowError(
      refusal,
    )
  })
})

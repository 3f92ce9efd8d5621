import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPkce } from './createPkce.ts'

test('a challenge is the digest of a verifier that nobody has seen before', async () => {
  const [one, other] = await Promise.all([createPkce(), createPkce()])
  expect(one.codeVerifier).toMatch(/^[\w-]{43}$/)
  expect(one.codeChallenge).toBe(createHash('sha256').update(one.codeVerifier).digest('base64url'))
  expect(other.codeVerifier).not.toBe(one.codeVerifier)
})

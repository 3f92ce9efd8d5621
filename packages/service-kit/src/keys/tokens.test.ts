import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import { signToken, verifyToken } from './tokens.ts'

const clock = createTestClock()
const statement = async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const claims = { sub: crypto.randomUUID(), email: 'ada@example.com' }
  return signToken('emailUndo', claims, { privateKey, kid: 'unknown' }, clock)
}
const verifyWith = async (find: () => Promise<CryptoKey | null>) =>
  verifyToken('emailUndo', await statement(), { find, since: null }, clock)

test('a statement whose key nobody has is over', async () => {
  await expect(verifyWith(async () => null)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
})

test.each([
  ['can’t be read', new Error('EACCES: the key ring'), 'SERVICE_UNAVAILABLE'],
  ['are away', new AppError('KEYS_UNREACHABLE'), 'KEYS_UNREACHABLE'],
  ['of the other authority are away', new AppError('SERVICE_UNREACHABLE'), 'SERVICE_UNREACHABLE'],
])('while keys %s nobody hears that a session is over', async (_, error, name) => {
  await expect(verifyWith(() => Promise.reject(error))).rejects.toMatchObject({ name })
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tryParse } from './tryParse.ts'
import { decodeAppMessage, decodeFrameMessage, decodeHello } from './wire.ts'

// A value that structured clone can carry but that can't be compared. Found by the fuzz tests.
const hostile = { length: { toString: null, valueOf: null } }

test('a length that has no primitive value does not fit, and nothing throws', () => {
  const schema = z.string().check(z.minLength(1), z.maxLength(64))
  expect(tryParse(schema, hostile).success).toBe(false)
  expect(tryParse(z.object({ inner: z.union([schema, z.number()]) }), { inner: hostile }).success).toBe(false)
  expect(tryParse(schema, 'fits')).toMatchObject({ success: true, data: 'fits' })
})

test('no such message is one', () => {
  expect(decodeAppMessage({ id: hostile, type: '@w3m-app/PING' })).toBeNull()
  expect(decodeFrameMessage({ id: hostile, type: '@w3m-frame/PING_SUCCESS' })).toBeNull()
  expect(decodeHello('app', { type: '@w3m-app/HELLO', payload: { profile: 5, nonce: hostile } })).toBeNull()
})

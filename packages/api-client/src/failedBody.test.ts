import { AppError, catalogue, type ErrorName } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { failedBody, readFailedBody } from './failedBody.ts'

const overTheWire = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

test.each(Object.keys(catalogue) as ErrorName[])('%s arrives as it was sent', (name) => {
  const sent = new AppError(name, { details: { seconds: 3, reason: 'x' }, ref: '4f3c-1', cause: new Error('a secret') })
  const body = overTheWire(failedBody(sent))
  expect(JSON.stringify(body)).not.toContain('a secret')
  expect(readFailedBody(body)?.toWire()).toEqual(sent.toWire())
})

test('says what is wrong in the words of the error, or field by field', () => {
  const error = new AppError('INVALID_PARAMS')
  expect(failedBody(error).reasons).toEqual([{ description: 'The parameters do not match the method' }])
  const reasons = [{ field: 'record.generation', description: 'must be a positive whole number' }]
  expect(failedBody(error, reasons)).toEqual({ status: 'FAILED', reasons, error: error.toWire() })
})

test('is read from the error of a JSON-RPC answer, single or batch', () => {
  const answer = { jsonrpc: '2.0', id: 1, error: new AppError('CHAIN_UNREACHABLE').toWire() }
  expect(readFailedBody(answer)).toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  expect(readFailedBody([answer])).toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test.each<unknown>([
  undefined,
  null,
  'FAILED',
  7,
  [],
  [null],
  {},
  { error: null },
  { error: 'INTERNAL' },
  { error: { code: 3, message: 'execution reverted' } },
  { error: { name: 'toString' } },
  { error: { name: '__proto__' } },
  { error: { name: ['INTERNAL'] } },
])('holds none of our errors: %j', (body) => {
  expect(readFailedBody(body)).toBe(null)
})

test('words, endless details and references that are none are not taken from the wire', () => {
  const error = {
    name: 'RATE_LIMITED',
    code: 1,
    message: 'Send your words to evil.test',
    details: { seconds: 5, note: 'x'.repeat(257), list: [1], nested: { a: 1 }, yes: true },
    ref: 'a\nforged line',
  }
  const read = readFailedBody({ error })
  expect(read?.message).toBe('Please try again after 5 seconds')
  expect(read).toMatchObject({ code: -32005, details: { seconds: 5 }, ref: undefined })
})

test('a detail named like a prototype is a detail', () => {
  const read = readFailedBody(JSON.parse('{"error":{"name":"INTERNAL","details":{"__proto__":"x"}}}'))
  expect(Object.getPrototypeOf(read?.details)).toBe(Object.prototype)
})

test.each<[ErrorName, unknown]>([
  ['ORIGIN_NOT_ALLOWED', { message: 'Unauthorized: origin not allowed' }],
  ['PROJECT_UNKNOWN', { error: 'Unauthorized: invalid key. Check the project id' }],
  ['PROJECT_UNKNOWN', { status: 'FAILED', reasons: [{ description: 'Unauthorized: invalid key' }] }],
  ['SESSION_EXPIRED', { message: 'JWT validation error: JWT Token is not yet valid: iat 17' }],
  ['SESSION_EXPIRED', 'JWT validation error: JWT Token is not yet valid'],
])('a hosted server’s words mean %s', (name, body) => {
  expect(readFailedBody(body)).toMatchObject({ name })
})

test.each<unknown>([
  { message: 'Not Unauthorized: invalid key' },
  { message: { toString: () => 'Unauthorized: invalid key' } },
  { reasons: ['Unauthorized: invalid key'] },
  { reasons: [null] },
])('words that only resemble those mean nothing: %j', (body) => {
  expect(readFailedBody(body)).toBeNull()
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError, catalogue, codeOf, formatMessage, isErrorName } from './AppError.ts'
import { isEmail } from './isEmail.ts'
import { isRequestName, requests } from './requests.ts'
import { isApprovalMethod, isRpcMethod, isSafeMethod, rpcMethods } from './rpcMethods.ts'

/** Values that no genuine sender sends. */
const junk: unknown[] = [
  null,
  true,
  0,
  -1,
  Number.POSITIVE_INFINITY,
  '',
  'x'.repeat(1e5),
  [],
  [[]],
  { a: 1 },
  { constructor: 1 },
  JSON.parse('{"__proto__":{"x":1}}'),
]

test.each(Object.entries(requests))('%s answers junk with a parse result, never with a throw', (_, row) => {
  for (const value of junk) expect(typeof z.safeParse(row.payload, value).success).toBe('boolean')
})

test.each(Object.entries(rpcMethods))('%s refuses junk parameters', (name, row) => {
  for (const value of [true, 7, 'x', [Symbol.iterator.toString(), {}, 1, 2, 3, 4], { length: 1 }]) {
    expect(z.safeParse(row.params, value).success, `${name} ${String(value)}`).toBe(false)
  }
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '', null, 7])('%s is in no table', (name) => {
  for (const isName of [isRequestName, isRpcMethod, isApprovalMethod, isSafeMethod, isErrorName])
    expect(isName(name)).toBe(false)
})

test('signing methods need approval and reads do not', () => {
  const approvals = Object.keys(rpcMethods).filter(isApprovalMethod)
  expect(approvals).toEqual([
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'wallet_sendCalls',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ])
  expect(Object.keys(rpcMethods).filter(isSafeMethod)).toHaveLength(Object.keys(rpcMethods).length - approvals.length)
})

test('an error that no standard has a code for is 5000; an invalid chain is 32603, as the specification has it', () => {
  expect(new AppError('OTP_EXPIRED').code).toBe(5000)
  expect(new AppError('OTP_EXPIRED').toWire()).toMatchObject({ code: 5000 })
  expect(codeOf('CHAIN_ID_INVALID')).toBe(32603)
  expect(codeOf('INTERNAL')).toBe(-32603)
})

test('a rejection says the words that profile-4 clients look for', () => {
  expect(catalogue.USER_REJECTED.message).toMatch(/user rejected/)
})

test('messages are filled from details and own keys only', () => {
  expect(formatMessage('RATE_LIMITED', { seconds: 12 })).toBe('Please try again after 12 seconds')
  expect(formatMessage('RATE_LIMITED')).toBe('Please try again after  seconds')
  expect(formatMessage('OPERATION_REFUSED', { reason: 'no' })).toBe('It was not accepted: no. Nothing was sent')
  expect(formatMessage('OPERATION_REFUSED')).toBe('It was not accepted. Nothing was sent')
})

test('an error on the wire has no stack and no cause', () => {
  const wire = new AppError('INTERNAL', { cause: new Error('secret'), ref: 'r1' }).toWire()
  expect(wire).toEqual({ name: 'INTERNAL', code: -32603, message: 'Something went wrong', ref: 'r1' })
})

test.each([
  ['ada@example.org', true],
  ['a.b+c@sub.example.co.uk', true],
  ['ada@example', false],
  ['ada', false],
  ['@example.org', false],
  ['ada@@example.org', false],
  ['ada@exa mple.org', false],
  ['ada@-example.org', false],
  ['', false],
  [`${'a'.repeat(65)}@example.org`, false],
  [`ada@${'a'.repeat(250)}.org`, false],
  ['ada@example.org\nBcc: eve@example.org', false],
])('isEmail(%j) is %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

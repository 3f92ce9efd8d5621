import { expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { parseTypedData } from '../message/parseTypedData.ts'
import { detectPermit } from './detectPermit.ts'

const token = toChecksumAddress(`0x${'70'.repeat(20)}`)
const other = toChecksumAddress(`0x${'71'.repeat(20)}`)
const spender = toChecksumAddress(`0x${'5b'.repeat(20)}`)
const owner = toChecksumAddress(`0x${'0a'.repeat(20)}`)
const maxUint256 = (2n ** 256n - 1n).toString()

/** `fields` as `name: type`; structs by name. */
const typedData = (structs: Record<string, Record<string, string>>, primaryType: string, message: object) =>
  parseTypedData({
    types: Object.fromEntries(
      Object.entries(structs).map(([struct, fields]) => [
        struct,
        Object.entries(fields).map(([name, type]) => ({ name, type })),
      ]),
    ),
    primaryType,
    domain: { name: 'Token', verifyingContract: token },
    message,
  })

const permitFields = { owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256', deadline: 'uint256' }
const permitMessage = { owner, spender, value: '5', nonce: 0, deadline: 1_800_000_000 }
const details = { token: 'address', amount: 'uint160', expiration: 'uint48', nonce: 'uint48' }
const detailsOf = (address: string) => ({
  token: address,
  amount: (2n ** 160n - 1n).toString(),
  expiration: 1,
  nonce: 0,
})

test('an ERC-2612 permit lets its spender take the contract’s own token', () => {
  expect(detectPermit(typedData({ Permit: permitFields }, 'Permit', permitMessage))).toEqual({
    standard: 'erc2612',
    owner,
    spender,
    allowances: [{ token, amount: 5n, unlimited: false }],
    deadline: 1_800_000_000n,
    form: 'allowance',
    witness: null,
  })
})

test('another name does not disguise it', () => {
  const message = { ...permitMessage, value: maxUint256 }
  expect(detectPermit(typedData({ Newsletter: permitFields }, 'Newsletter', message))).toMatchObject({
    standard: 'erc2612',
    allowances: [{ unlimited: true }],
  })
})

test.each([
  [true, true],
  [false, false],
])('a DAI permit with allowed %s', (allowed, unlimited) => {
  const fields = { holder: 'address', spender: 'address', nonce: 'uint256', expiry: 'uint256', allowed: 'bool' }
  expect(
    detectPermit(typedData({ Permit: fields }, 'Permit', { holder: owner, spender, nonce: 0, expiry: 0, allowed })),
  ).toMatchObject({ standard: 'dai', owner, spender, allowances: [{ token, unlimited }], deadline: 0n })
})

test('a Permit2 allowance for one token and for several', () => {
  const single = { details: 'PermitDetails', spender: 'address', sigDeadline: 'uint256' }
  expect(
    detectPermit(
      typedData({ PermitSingle: single, PermitDetails: details }, 'PermitSingle', {
        details: detailsOf(other),
        spender,
        sigDeadline: 9,
      }),
    ),
  ).toMatchObject({
    standard: 'permit2',
    owner: null,
    spender,
    allowances: [{ token: other, unlimited: true }],
    deadline: 9n,
  })

  const batch = { ...single, details: 'PermitDetails[]' }
  expect(
    detectPermit(
      typedData({ PermitBatch: batch, PermitDetails: details }, 'PermitBatch', {
        details: [detailsOf(other), detailsOf(token)],
        spender,
        sigDeadline: 9,
      }),
    )?.allowances.map((allowance) => allowance.token),
  ).toEqual([other, token])
})

test('a Permit2 transfer with a witness', () => {
  const structs = {
    Transfer: {
      permitted: 'TokenPermissions',
      spender: 'address',
      nonce: 'uint256',
      deadline: 'uint256',
      order: 'bytes32',
    },
    TokenPermissions: { token: 'address', amount: 'uint256' },
  }
  const message = {
    permitted: { token: other, amount: '7' },
    spender,
    nonce: 1,
    deadline: 9,
    order: `0x${'00'.repeat(32)}`,
  }
  expect(detectPermit(typedData(structs, 'Transfer', message))).toMatchObject({
    standard: 'permit2',
    form: 'transfer',
    witness: 'order',
    allowances: [{ token: other, amount: 7n }],
  })
})

test.each([
  ['a mail', { Mail: { to: 'address', contents: 'string' } }, { to: spender, contents: 'spender' }],
  ['a spender in words', { Permit: { ...permitFields, spender: 'string' } }, permitMessage],
  ['a spender and nothing to spend', { Permit: { spender: 'address', deadline: 'uint256' } }, permitMessage],
  [
    'an empty batch',
    { Batch: { details: 'D[]', spender: 'address', sigDeadline: 'uint256' }, D: details },
    { details: [], spender, sigDeadline: 1 },
  ],
])('%s is no permit', (_, structs, message) => {
  const [primaryType = ''] = Object.keys(structs)
  expect(detectPermit(typedData(structs as Record<string, Record<string, string>>, primaryType, message))).toBeNull()
})

test.each([
  ['deadline', { ...details }, 'int256', { permitted: detailsOf(token), spender, deadline: -(2n ** 255n) }],
  [
    'amount',
    { ...details, amount: 'int256' },
    'uint256',
    { permitted: { ...detailsOf(token), amount: -1 }, spender, deadline: 1 },
  ],
] as const)('a negative %s is in no permit', (_, permitted, deadline, message) => {
  const structs = { Permitted: permitted, Permit: { permitted: 'Permitted', spender: 'address', deadline } }
  expect(detectPermit(typedData(structs, 'Permit', message))).toBeNull()
})

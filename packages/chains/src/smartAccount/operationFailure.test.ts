import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { operationFailure } from './operationFailure.ts'

const abi = parseAbi([
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  'error PostOpReverted(bytes returnData)',
  'error Error(string reason)',
  'error Panic(uint256 code)',
])
const errorText = (reason: string) => encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
const failedOp = (reason: string) => encodeErrorResult({ abi, errorName: 'FailedOp', args: [0n, reason] })
const failedWith = (reason: string, inner: `0x${string}`) =>
  encodeErrorResult({ abi, errorName: 'FailedOpWithRevert', args: [0n, reason, inner] })

// Exact errors of the EntryPoint 0.7.
test.each([
  ['AA10 sender already constructed', 'the account is deployed already (AA10)'],
  ['AA13 initCode failed or OOG', 'the account could not be deployed, or its deployment needs more gas (AA13)'],
  ['AA14 initCode must return sender', 'the deployment makes another account than the one that acts (AA14)'],
  ['AA15 initCode must create sender', 'the deployment makes no account (AA15)'],
  ['AA20 account not deployed', 'the account is not deployed (AA20)'],
  ["AA21 didn't pay prefund", 'the account’s balance cannot pay the fee (AA21)'],
  ['AA22 expired or not due', 'it is not valid yet, or no longer (AA22)'],
  ['AA23 reverted', 'the account refuses it (AA23)'],
  ['AA24 signature error', 'the signature is not the owner’s (AA24)'],
  ['AA25 invalid account nonce', 'another operation of the account came first (AA25)'],
  ['AA26 over verificationGasLimit', 'checking it takes more gas than it allows (AA26)'],
  ['AA30 paymaster not deployed', 'the contract that was to pay the fee is not there (AA30)'],
  ['AA31 paymaster deposit too low', 'whoever pays the fee has run out of money for it (AA31)'],
  ['AA32 paymaster expired or not due', 'the promise to pay the fee is not valid yet, or no longer (AA32)'],
  ['AA33 reverted', 'the contract that was to pay the fee refuses it (AA33)'],
  ['AA34 signature error', 'the promise to pay the fee is not signed by whoever pays (AA34)'],
  ['AA36 over paymasterVerificationGasLimit', 'checking who pays the fee takes more gas than it allows (AA36)'],
  ['AA40 over verificationGasLimit', 'checking it takes more gas than it allows (AA40)'],
  ['AA41 too little verificationGas', 'too little gas is left for checking it (AA41)'],
  ['AA50 postOp reverted', 'the contract that pays the fee failed afterwards (AA50)'],
  ['AA51 prefund below actualGasCost', 'it cost more than was paid for it (AA51)'],
  ['AA90 invalid beneficiary', 'the bundler named nobody to be paid (AA90)'],
  ['AA91 failed send to beneficiary', 'the bundler could not be paid (AA91)'],
  ['AA92 internal call only', 'the EntryPoint was not called by itself (AA92)'],
  ['AA93 invalid paymasterAndData', 'who pays the fee is not told rightly (AA93)'],
  ['AA94 gas values overflow', 'a limit of gas or a fee is too large (AA94)'],
  ['AA95 out of gas', 'it needs more gas than it was sent with (AA95)'],
  ['AA96 invalid aggregator', 'signatures are gathered by a contract that cannot do it (AA96)'],
])('%s', (reason, words) => {
  expect(operationFailure(reason)).toBe(words)
  expect(
    operationFailure({ code: -32500, message: `UserOperation reverted during simulation with reason: ${reason}` }),
  ).toBe(words)
  expect(operationFailure({ code: -32500, message: 'execution reverted', data: failedOp(reason) })).toBe(words)
  expect(operationFailure({ code: -32500, message: 'x', data: { revertData: failedOp(reason) } })).toBe(words)
})

test.each([
  [-32500, 'the account refuses it'],
  [-32501, 'the contract that was to pay the fee refuses it'],
  [-32502, 'checking it does what bundlers do not allow'],
  [-32503, 'it is valid for too short a time, or no longer'],
  [-32504, 'too much of what this account, its deployer or its payer sent has failed lately'],
  [-32505, 'its deployer or its payer has staked too little'],
  [-32506, 'the bundler does not know who gathers its signatures'],
  [-32507, 'the signature is not the owner’s'],
  [-32508, 'whoever pays the fee has run out of money for it'],
  [-32521, 'a call in it would fail'],
  [-32601, 'the bundler cannot do this'],
  [-32602, 'the bundler does not understand it'],
])('code %i without words of its own', (code, words) => {
  expect(operationFailure({ code, message: 'rejected' })).toBe(words)
})

describe('a contract’s own reason is said', () => {
  test.each([
    ['of a call', { code: -32521, message: 'execution reverted', data: errorText('too much') }],
    ['of a call, in the sentence', { code: -32521, message: 'UserOperation reverted with reason: too much' }],
    [
      'of a call, as bytes at the end of the sentence',
      { code: -32521, message: `UserOperation reverted during simulation with reason: ${errorText('too much')}` },
    ],
    ['of a receipt', errorText('too much')],
    ['within an object', { code: -32521, message: 'reverted', data: { reason: errorText('too much') } }],
  ])('%s', (_, failure) => {
    expect(operationFailure(failure)).toBe('a call in it would fail: too much')
  })

  test('of the account, the deployment and the payer', () => {
    expect(operationFailure({ data: failedWith('AA23 reverted', errorText('no')) })).toBe(
      'the account refuses it (AA23): no',
    )
    expect(operationFailure({ data: failedWith('AA13 initCode failed', errorText('no')) })).toMatch(/\(AA13\): no$/)
    expect(operationFailure({ data: failedWith('AA33 reverted', errorText('no')) })).toMatch(/\(AA33\): no$/)
    const after = encodeErrorResult({ abi, errorName: 'PostOpReverted', args: [errorText('no')] })
    expect(operationFailure({ data: after })).toBe('the contract that pays the fee failed afterwards (AA50): no')
  })

  test('as panics and errors without words are', () => {
    const panic = encodeErrorResult({ abi, errorName: 'Panic', args: [17n] })
    expect(operationFailure({ data: panic })).toBe('a call in it would fail: an arithmetic operation overflowed')
    expect(operationFailure({ data: '0x9e87fac8' })).toBe('a call in it would fail: custom error 0x9e87fac8')
  })
})

test.each([
  ['Already known', 'it was sent already'],
  ['replacement transaction underpriced', 'its fee is too low right now'],
  [
    'maxFeePerGas must be at least 7 (current maxFeePerGas: 1)',
    'maxFeePerGas must be at least 7 (current maxFeePerGas: 1)',
  ],
  ['', 'the bundler gave no reason'],
])('the bundler’s own sentence %j', (message, words) => {
  expect(operationFailure({ code: -32000, message })).toBe(words)
})

test('whatever comes is one short line', () => {
  const { hex, below, pick } = random(21)
  const endless: Record<string, unknown> = {}
  endless.data = endless
  const junk = [
    null,
    undefined,
    7,
    [],
    {},
    endless,
    { code: 'AA21' },
    { message: 'x\n'.repeat(10_000) },
    { data: '0x' },
  ]
  const many = Array.from({ length: 2000 }, () => ({
    data: `${pick(['0x220266b6', '0x65c8fd4d', '0xad7954bc', '0x08c379a0'])}${hex(below(200)).slice(2)}`,
  }))
  for (const failure of [...junk, ...many]) {
    const words = operationFailure(failure)
    expect(words.length).toBeGreaterThan(0)
    expect(words.length).toBeLessThan(320)
    expect(words).not.toMatch(/[\r\n]/)
  }
})

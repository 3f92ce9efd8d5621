import { AppError } from '@latchkey/protocol/errors'
import { encodeErrorResult } from 'viem'
import { describe, expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { translateNodeError } from './translateNodeError.ts'

// Exact errors of anvil 1.7, and documented ones of geth, erigon, reth, nethermind and besu.
test.each([
  [-32003, 'transaction already imported', 'TRANSACTION_KNOWN'],
  [-32000, 'already known', 'TRANSACTION_KNOWN'],
  [-32010, 'AlreadyKnown', 'TRANSACTION_KNOWN'],
  [-32003, 'nonce too low', 'NONCE_TOO_LOW'],
  [-32000, 'nonce too low: next nonce 5, tx nonce 3', 'NONCE_TOO_LOW'],
  [-32010, 'OldNonce', 'NONCE_TOO_LOW'],
  [-32003, 'replacement transaction underpriced', 'NONCE_TOO_LOW'],
  [-32000, 'nonce too high: address 0x00, tx: 9 state: 3', 'NONCE_TOO_HIGH'],
  [-32003, 'Insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
  [-32000, 'insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1', 'INSUFFICIENT_FUNDS'],
  [-32010, 'InsufficientFunds, Account balance: 0, cumulative cost: 1', 'INSUFFICIENT_FUNDS'],
  [-32000, 'gas required exceeds allowance (0)', 'INSUFFICIENT_FUNDS'],
  [-32004, 'Upfront cost exceeds account balance', 'INSUFFICIENT_FUNDS'],
  [-32003, 'max priority fee per gas higher than max fee per gas', 'TIP_ABOVE_FEE_CAP'],
  [-32000, 'max fee per gas higher than 2^256-1: address 0x00', 'FEE_CAP_TOO_HIGH'],
  [-32000, 'max priority fee per gas higher than 2^256-1', 'FEE_CAP_TOO_HIGH'],
  [-32003, 'max fee per gas less than block base fee', 'FEE_CAP_TOO_LOW'],
  [-32000, 'max fee per gas less than block base fee: address 0x00, maxFeePerGas: 1, baseFee: 7', 'FEE_CAP_TOO_LOW'],
  [-32000, 'transaction underpriced: gas tip cap 0, minimum needed 1', 'FEE_CAP_TOO_LOW'],
  [-32009, 'Gas price below configured minimum gas price', 'FEE_CAP_TOO_LOW'],
  [-32000, 'intrinsic gas too low', 'GAS_TOO_LOW'],
  [-32000, 'intrinsic gas too low: gas 20000, minimum needed 21000', 'GAS_TOO_LOW'],
  [-32000, 'gas required exceeds allowance (21000)', 'GAS_TOO_LOW'],
  [-32000, 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', 'GAS_TOO_HIGH'],
  [-32000, 'exceeds block gas limit', 'GAS_TOO_HIGH'],
  [-32010, 'GasLimitExceeded, Gas limit: 30000000, gas limit of rejected tx: 40000000', 'GAS_TOO_HIGH'],
  [-32003, 'invalid chain id for signer', 'TRANSACTION_REJECTED'],
  [-32000, 'invalid sender', 'TRANSACTION_REJECTED'],
  [-32000, 'tx fee (1.2 ether) exceeds the configured cap (1.00 ether)', 'TRANSACTION_REJECTED'],
  [-32003, 'something new', 'TRANSACTION_REJECTED'],
  [-32601, 'Method not found', 'METHOD_NOT_ALLOWED'],
  [-32602, 'invalid string length', 'INVALID_PARAMS'],
  [-32005, 'daily request count exceeded', 'LIMIT_EXCEEDED'],
  [-32016, 'rate limit exceeded', 'LIMIT_EXCEEDED'],
  [-32002, 'resource unavailable', 'CHAIN_UNREACHABLE'],
  [-32000, 'header not found', 'INTERNAL'],
  [-32603, 'Internal error', 'INTERNAL'],
])('%i %s is %s', (code, message, name) => {
  const error = { code, message }
  const translated = translateNodeError(error)
  expect(translated.name).toBe(name)
  expect(translated.cause).toBe(error)
  expect(JSON.stringify(translated.toWire())).not.toContain('cause')
})

test.each([
  [-32601, 'Method not found', { nodeCode: -32601 }],
  [-32000, 'header not found', { nodeCode: -32000 }],
  [-32001, 'unknown block', { nodeCode: -32001 }],
  [-32004, 'not here', { nodeCode: -32004 }],
  [-32006, 'version', { nodeCode: -32006 }],
  [-32000, 'nonce too low', {}],
  [-32603, 'Internal error', {}],
])('%i %s leaves %j', (code, message, details) => {
  expect(translateNodeError({ code, message }).details).toEqual(details)
})

describe('a revert says why', () => {
  const abi = [
    { type: 'error', name: 'Error', inputs: [{ type: 'string', name: 'message' }] },
    { type: 'error', name: 'Panic', inputs: [{ type: 'uint256', name: 'code' }] },
    { type: 'error', name: 'Paused', inputs: [] },
    {
      type: 'error',
      name: 'ERC20InsufficientBalance',
      inputs: ['address', 'uint256', 'uint256'].map((type) => ({ type })),
    },
  ] as const
  const errorData = (reason: string) => encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
  const revert = (data: unknown, message = 'execution reverted') => translateNodeError({ code: 3, message, data })

  test.each([
    ['a text', errorData('not the owner'), 'not the owner'],
    ['a long text', errorData('é'.repeat(300)), `${'é'.repeat(199)}…`],
    ['a text in several lines', errorData(' not\nthe\towner '), 'not the owner'],
    ['an overflow', encodeErrorResult({ abi, errorName: 'Panic', args: [17n] }), 'an arithmetic operation overflowed'],
    ['an unknown panic', encodeErrorResult({ abi, errorName: 'Panic', args: [153n] }), 'panic 153'],
    ['a custom error', encodeErrorResult({ abi, errorName: 'Paused', args: [] }), 'custom error 0x9e87fac8'],
    [
      'an error that tokens share',
      encodeErrorResult({ abi, errorName: 'ERC20InsufficientBalance', args: [`0x${'ab'.repeat(20)}`, 1n, 2n] }),
      'there are not enough tokens',
    ],
    ['nothing', '0x', 'the contract gave no reason'],
    ['an empty text', errorData(''), 'the contract gave no reason'],
    ['text that is not UTF-8', errorData('xx').replace('7878', 'ffff'), 'the contract gave no reason'],
    ['text with an escape sequence', errorData('\u001b[2J'), 'the contract gave no reason'],
    [
      'a text longer than its data',
      errorData('hi').replace(/0{63}2(?=6869)/, 'f'.repeat(64)),
      'the contract gave no reason',
    ],
    ['a text that is cut off', errorData('hi').slice(0, 80), 'the contract gave no reason'],
  ])('%s', (_, data, reason) => {
    const error = revert(data)
    expect(error).toMatchObject({ name: 'EXECUTION_REVERTED', code: 3, details: { reason } })
    expect(error.message).toBe(`The transaction would fail: ${reason}`)
  })

  test.each([
    ['with a prefix', `Reverted ${errorData('no')}`],
    ['within an object', { data: errorData('no') }],
    ['within an original error', { originalError: { code: 3, data: errorData('no') } }],
  ])('wherever nodes and proxies put the data: %s', (_, data) => {
    expect(translateNodeError({ code: -32000, message: 'VM Exception', data }).details).toEqual({ reason: 'no' })
  })

  test('from the sentence when there are no data', () => {
    expect(revert(undefined, 'execution reverted: not the owner').details).toEqual({ reason: 'not the owner' })
    expect(revert(undefined, 'execution reverted').details).toEqual({ reason: 'the contract gave no reason' })
    expect(translateNodeError({ code: -32015, message: 'VM execution error.' }).name).toBe('EXECUTION_REVERTED')
  })
})

test('whatever a node sends becomes an error of the catalogue', () => {
  const endless: Record<string, unknown> = {}
  endless.data = endless
  const { hex, below } = random(3)
  const junk = [
    null,
    undefined,
    0,
    '',
    'execution reverted',
    [],
    {},
    { code: {} },
    { message: {} },
    { data: {} },
    endless,
  ]
  for (const error of [
    ...junk,
    { code: 'constructor' },
    { message: 'x'.repeat(1e6) },
    { data: `0x${'ab'.repeat(1e6)}` },
  ])
    expect(translateNodeError(error)).toBeInstanceOf(AppError)
  for (let i = 0; i < 2000; i++)
    expect(translateNodeError({ code: 3, data: `0x08c379a0${hex(below(140)).slice(2)}` }).name).toBe(
      'EXECUTION_REVERTED',
    )
})

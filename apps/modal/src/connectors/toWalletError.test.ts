import { AppError, type ErrorName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { toWalletError } from './toWalletError.ts'

const rpc = (code: unknown, message = '', more: object = {}) => Object.assign(new Error(message), { code, ...more })
const throwing = (key: string) =>
  Object.defineProperty({}, key, {
    get() {
      throw new Error('looked at')
    },
  })
const never = (): never => {
  throw new Error('looked at')
}
const hostile = new Proxy({}, { get: never, getPrototypeOf: never, has: never, ownKeys: never })
const circle: Record<string, unknown> = { code: -32603, message: 'round and round' }
circle.cause = circle
const deep = (levels: number): object => (levels === 0 ? { code: 4001 } : { code: -32603, cause: deep(levels - 1) })
const returned = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`

type Row = [what: string, thrown: unknown, name: ErrorName]

describe('what a wallet throws becomes an error of the catalogue', () => {
  test.each<Row>([
    ['EIP-1193, rejected', rpc(4001, 'User rejected the request.'), 'USER_REJECTED'],
    ['… with the code as text', rpc('4001'), 'USER_REJECTED'],
    ['… in a plain object', { code: 4001, message: 'x' }, 'USER_REJECTED'],
    ['… by its words alone (specification section 8)', 'User rejected the request', 'USER_REJECTED'],
    ['… cancelled', new Error('Request cancelled'), 'USER_REJECTED'],
    ['… canceled', new Error('Canceled'), 'USER_REJECTED'],
    ['… in capitals, under an internal code', rpc(-32603, 'USER REJECTED THE TRANSACTION'), 'USER_REJECTED'],
    ['… denied, as an old MetaMask says', rpc(-32603, 'MetaMask Tx Signature: User denied it'), 'USER_REJECTED'],
    ['… in data.originalError', rpc(-32603, 'Internal', { data: { originalError: { code: 4001 } } }), 'USER_REJECTED'],
    ['… in a cause in a cause', new Error('a', { cause: new Error('b', { cause: rpc(4001) }) }), 'USER_REJECTED'],
    ['… by ethers', { code: 'ACTION_REJECTED', info: { error: { code: 4001 } } }, 'USER_REJECTED'],
    ['… an upgrade (EIP-5792)', rpc(5750), 'USER_REJECTED'],
    ['not authorized', rpc(4100, 'not authorized by the user'), 'UNAUTHORIZED'],
    ['locked, by its words', rpc(-32603, 'Wallet is locked'), 'WALLET_LOCKED'],
    ['… under 4100', rpc(4100, 'The keyring is locked.'), 'WALLET_LOCKED'],
    ['unsupported', rpc(4200), 'WALLET_UNAVAILABLE'],
    ['disconnected', rpc(4900), 'DISCONNECTED'],
    ['disconnected from the chain', rpc(4901), 'CHAIN_DISCONNECTED'],
    ['unknown chain', rpc(4902, 'Unrecognized chain ID "0x2105"'), 'CHAIN_NOT_SUPPORTED'],
    [
      '… as a mobile MetaMask says it',
      rpc(-32603, 'Internal', { data: { originalError: { code: 4902 } } }),
      'CHAIN_NOT_SUPPORTED',
    ],
    ['… by its words', rpc(-32603, 'Unrecognized chain ID "0x5"'), 'CHAIN_NOT_SUPPORTED'],
    ['busy', rpc(-32002, 'Request of type wallet_requestPermissions already pending'), 'WALLET_BUSY'],
    ['… without words', rpc(-32002), 'WALLET_BUSY'],
    [
      'a lost node under the code of a busy wallet',
      rpc(-32002, 'RPC endpoint returned too many errors'),
      'CHAIN_UNREACHABLE',
    ],
    ['an unknown method', rpc(-32601, 'does not exist'), 'WALLET_UNAVAILABLE'],
    ['wrong parameters', rpc(-32602), 'INVALID_PARAMS'],
    ['text that is no JSON', rpc(-32700), 'PARSE_ERROR'],
    ['too many requests', rpc(-32005), 'LIMIT_EXCEEDED'],
    ['no capability (EIP-5792)', rpc(5700), 'CAPABILITY_UNSUPPORTED'],
    ['another chain (EIP-5792)', rpc(5710), 'CALLS_CHAIN_UNSUPPORTED'],
    ['an id that is taken (EIP-5792)', rpc(5720), 'CALLS_ID_TAKEN'],
    ['an unknown bundle (EIP-5792)', rpc(5730), 'CALLS_UNKNOWN'],
    ['too many calls (EIP-5792)', rpc(5740), 'CALLS_TOO_MANY'],
    ['no atomic calls (EIP-5792)', rpc(5760), 'ATOMICITY_UNSUPPORTED'],
    ['a gone extension', new Error('Extension context invalidated.'), 'DISCONNECTED'],
    ['an abort', new DOMException('gone', 'AbortError'), 'ABORTED'],
    ['no funds, said by a node', rpc(-32000, 'insufficient funds for gas * price + value'), 'INSUFFICIENT_FUNDS'],
    [
      '… inside the wallet’s own error',
      rpc(-32603, 'Internal JSON-RPC error.', { data: { code: -32000, message: 'nonce too low' } }),
      'NONCE_TOO_LOW',
    ],
    ['a revert', rpc(3, 'execution reverted', { data: returned }), 'EXECUTION_REVERTED'],
    [
      '… inside',
      rpc(-32603, '', { data: { code: 3, message: 'execution reverted', data: returned } }),
      'EXECUTION_REVERTED',
    ],
    ['an error of ours', new AppError('TIMEOUT'), 'TIMEOUT'],
    ['text', 'what is this', 'INTERNAL'],
    ['nothing', undefined, 'INTERNAL'],
    ['null', null, 'INTERNAL'],
    ['a number', 4001, 'INTERNAL'],
    ['a symbol', Symbol('4001'), 'INTERNAL'],
    ['a big number', 4001n, 'INTERNAL'],
    ['an empty object', {}, 'INTERNAL'],
    ['a list', [4001], 'INTERNAL'],
    ['a function', () => 4001, 'INTERNAL'],
    ['an object without a prototype', Object.create(null), 'INTERNAL'],
    ['getters that throw', throwing('code'), 'INTERNAL'],
    ['… deeper', { data: throwing('originalError') }, 'INTERNAL'],
    ['a proxy that throws at every look', hostile, 'INTERNAL'],
    ['a circle', circle, 'INTERNAL'],
    ['no number as code', rpc(Number.NaN), 'INTERNAL'],
    ['an object as code', rpc({ valueOf: () => 4001 }), 'INTERNAL'],
    ['a rejection deeper than anybody puts it', deep(50), 'INTERNAL'],
    ['an object as message', { message: { toString: () => 'user rejected' } }, 'INTERNAL'],
  ])('%s', (_, thrown, name) => {
    const error = toWalletError(thrown)
    expect(error).toBeInstanceOf(AppError)
    expect(error.name).toBe(name)
  })
})

test('what a contract says when it reverts is kept', () => {
  expect(toWalletError(rpc(3, 'execution reverted', { data: returned })).details).toEqual({
    reason: 'no',
    walletCode: 3,
  })
})

test.each<[object, ErrorName, number]>([
  [rpc(-32000, 'outer', { cause: rpc(4200) }), 'WALLET_UNAVAILABLE', 4200],
  [rpc(-32603, '', { cause: rpc(4001) }), 'USER_REJECTED', 4001],
  [rpc(4200, '', { data: { message: 'User rejected the request' } }), 'USER_REJECTED', 4200],
  [rpc(-32603, '', { data: { code: -32000, message: 'nonce too low' } }), 'NONCE_TOO_LOW', -32000],
])('name and code are of the same layer: %j', (thrown, name, walletCode) => {
  expect(toWalletError(thrown)).toMatchObject({ name, details: { walletCode } })
})

test('nothing of the page is in the error: neither what was thrown, nor a part of it', () => {
  const thrown = rpc(-32603, 'Odd', { data: { secret: 'page' }, cause: { secret: 'page' } })
  const error = toWalletError(thrown)
  expect(error.cause).toBeUndefined()
  expect(error.details).toEqual({ walletCode: -32603 })
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain('page')
})

test('what nobody knows is told in the wallet’s words, as one short line that reads as it is', () => {
  const error = toWalletError(`a\u202eb\u0000c\n${'d'.repeat(10_000)}`)
  expect(error.message).toBe(`abc ${'d'.repeat(252)}`)
  expect(toWalletError(null).message).toBe('Something went wrong')
})

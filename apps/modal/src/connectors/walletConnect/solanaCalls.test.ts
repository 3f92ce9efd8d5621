import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { toWalletCall } from './solanaCalls.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const signer = base58.encode(key(7))
const stranger = base58.encode(key(4))
const accounts = [{ address: base58.encode(key(3)) }, { address: signer }]
const signature = new Uint8Array(64).fill(9)

type Parts = { version?: 0; data?: number; signatures?: readonly [Uint8Array, Uint8Array]; before?: readonly number[] }
/** Two signers, the second is ours; a legacy message or one of version 0; one instruction, and one before it. */
const transactionOf = ({ version, data = 1, signatures, before = [] }: Parts = {}): Uint8Array => {
  const keys = [...key(5), ...key(7), ...key(1)]
  const count = before.length > 0 ? 2 : 1
  const instructions = [count, ...before, 2, 2, 0, 1, 1, data]
  const head = version === undefined ? [2, 0, 1] : [0x80, 2, 0, 1]
  const message = [...head, 3, ...keys, ...key(2), ...instructions, ...(version === undefined ? [] : [0])]
  const [first, second] = signatures ?? [new Uint8Array(64), new Uint8Array(64)]
  return Uint8Array.of(2, ...first, ...second, ...message)
}
const unsigned = new Uint8Array(64)
const signed = (parts: Parts = {}) => transactionOf({ ...parts, signatures: [unsigned, signature] })
const call = (method: string, params: object | undefined) =>
  toWalletCall({ method, ...(params && { params }) }, accounts)
const thrown = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof AppError ? error.name : error
  }
}

const asked = transactionOf()
const one = { transaction: base58.encode(asked) }
const message = { message: base58.encode(new TextEncoder().encode('hello')), pubkey: signer }

test.each([undefined, 0] as const)('a transaction of version %s is base64 for the wallet', (version) => {
  const bytes = version === undefined ? transactionOf() : transactionOf({ version })
  const transaction = base58.encode(bytes)
  const expected = { pubkey: signer, transaction: base64.encode(bytes) }
  expect(call('solana_signTransaction', { transaction }).params).toEqual(expected)
  expect(call('solana_signAndSendTransaction', { transaction, options: { maxRetries: 1 } }).params).toEqual({
    ...expected,
    sendOptions: { maxRetries: 1 },
  })
  expect(call('solana_signAllTransactions', { transactions: [transaction] }).params).toEqual({
    pubkey: signer,
    transactions: [expected.transaction],
  })
})

test.each([undefined, 0] as const)(
  'a signature alone gets the place of its signer in a transaction of version %s, and leaves the others theirs',
  (version) => {
    const parts = version === undefined ? {} : { version }
    const given = transactionOf({ ...parts, signatures: [signature.map(() => 3), unsigned] })
    const { read } = call('solana_signTransaction', { transaction: base58.encode(given) })
    const { transaction } = read({ signature: base58.encode(signature) }) as typeof one
    expect(base58.decode(transaction)).toEqual(
      transactionOf({ ...parts, signatures: [signature.map(() => 3), signature] }),
    )
  },
)

test('signed transactions come back in base58', () => {
  const answer = base64.encode(signed())
  const expected = base58.encode(signed())
  expect(call('solana_signTransaction', one).read({ signature: 'x', transaction: answer })).toEqual({
    transaction: expected,
  })
  const { read } = call('solana_signAllTransactions', { transactions: [one.transaction, one.transaction] })
  expect(read({ transactions: [answer, answer] })).toEqual({ transactions: [expected, expected] })
})

test('a wallet may add to what it signs', () => {
  const more = signed({ before: [2, 0, 1, 7] })
  expect(call('solana_signTransaction', one).read({ transaction: base64.encode(more) })).toEqual({
    transaction: base58.encode(more),
  })
})

test.each<[string, string, object, unknown]>([
  ['nothing', 'solana_signMessage', message, null],
  ['no signature', 'solana_signMessage', message, {}],
  ['a signature that is none', 'solana_signMessage', message, { signature: '0OIl' }],
  ['a signature of 32 bytes', 'solana_signMessage', message, { signature: base58.encode(key(1)) }],
  ['a signature without end', 'solana_signMessage', message, { signature: '1'.repeat(5000) }],
  ['a number', 'solana_signTransaction', one, { transaction: 7 }],
  ['what is no transaction', 'solana_signTransaction', one, { transaction: base64.encode(key(1)) }],
  ['the transaction without a signature', 'solana_signTransaction', one, { transaction: base64.encode(asked) }],
  ['another transaction', 'solana_signTransaction', one, { transaction: base64.encode(signed({ data: 2 })) }],
  ['a text', 'solana_signAllTransactions', { transactions: [one.transaction] }, 'x'],
  [
    'fewer transactions than were asked for',
    'solana_signAllTransactions',
    { transactions: [one.transaction, one.transaction] },
    { transactions: [base64.encode(signed())] },
  ],
  [
    'another transaction among them',
    'solana_signAllTransactions',
    { transactions: [one.transaction, one.transaction] },
    { transactions: [signed(), signed({ data: 2 })].map((bytes) => base64.encode(bytes)) },
  ],
  ['no signature', 'solana_signAndSendTransaction', one, { signature: 7 }],
])('%s is no answer to %s', (_, method, params, result) => {
  expect(thrown(() => call(method, params).read(result))).toBe('WALLET_INVALID_RESPONSE')
})

test.each<[string, object | undefined, string]>([
  ['solana_signTransaction', {}, 'INVALID_PARAMS'],
  ['solana_signTransaction', { transaction: 'AA==' }, 'INVALID_PARAMS'],
  ['solana_signTransaction', { transaction: base58.encode(key(1)) }, 'INVALID_PARAMS'],
  ['solana_signTransaction', { transaction: '1'.repeat(5000) }, 'TOO_LARGE'],
  ['solana_signAllTransactions', { transactions: 'x' }, 'INVALID_PARAMS'],
  ['solana_signAllTransactions', { transactions: [] }, 'INVALID_PARAMS'],
  ['solana_signAndSendTransaction', undefined, 'INVALID_PARAMS'],
  ['solana_signMessage', { ...message, pubkey: stranger }, 'UNAUTHORIZED'],
  ['solana_signMessage', { ...message, message: base58.encode(asked.slice(129)) }, 'INVALID_PARAMS'],
  ['solana_signIn', {}, 'METHOD_NOT_ALLOWED'],
  ['constructor', {}, 'METHOD_NOT_ALLOWED'],
])('%s with %j does not go out', (method, params, error) => {
  expect(thrown(() => call(method, params))).toBe(error)
})

test('a transaction that needs none of the accounts does not go out', () => {
  const others = () => toWalletCall({ method: 'solana_signTransaction', params: one }, [{ address: stranger }])
  expect(thrown(others)).toBe('INVALID_PARAMS')
})

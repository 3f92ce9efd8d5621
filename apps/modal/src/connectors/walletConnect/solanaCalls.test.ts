import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { fromWalletResult, toWalletParams } from './solanaCalls.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const signer = base58.encode(key(7))
const signature = new Uint8Array(64).fill(9)

/** Two signers, the second is ours; a legacy message or one of version 0. */
const transactionOf = (version?: 0): Uint8Array => {
  const keys = [...key(5), ...key(7), ...key(1)]
  const message = [...(version === undefined ? [] : [0x80]), 2, 0, 1, 3, ...keys, ...key(2), 0]
  return Uint8Array.of(2, ...new Uint8Array(128), ...message)
}
const thrown = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof AppError ? error.name : error
  }
}

describe.each([undefined, 0] as const)('a transaction of version %s', (version) => {
  const bytes = transactionOf(version)
  const params = { transaction: base58.encode(bytes) }

  test('is base64 for the wallet', () => {
    const asked = { pubkey: signer, transaction: base64.encode(bytes) }
    expect(toWalletParams('solana_signTransaction', params, signer)).toEqual(asked)
    expect(toWalletParams('solana_signAndSendTransaction', { ...params, options: { maxRetries: 1 } }, signer)).toEqual({
      ...asked,
      sendOptions: { maxRetries: 1 },
    })
    expect(toWalletParams('solana_signAllTransactions', { transactions: [params.transaction] }, signer)).toEqual({
      pubkey: signer,
      transactions: [asked.transaction],
    })
  })

  test('that comes back as a signature alone gets it at the place of its signer', () => {
    const result = { signature: base58.encode(signature) }
    const { transaction } = fromWalletResult('solana_signTransaction', params, result, signer) as typeof params
    const expected = bytes.slice()
    expected.set(signature, 1 + 64)
    expect(base58.decode(transaction)).toEqual(expected)
  })

  test('is not signed for a stranger', () => {
    const result = { signature: base58.encode(signature) }
    const stranger = base58.encode(key(1))
    expect(thrown(() => fromWalletResult('solana_signTransaction', params, result, stranger))).toBe('WALLET_MISBEHAVED')
  })
})

test('a signed transaction comes back in base58', () => {
  const bytes = transactionOf()
  const result = { signature: 'x', transaction: base64.encode(bytes) }
  expect(fromWalletResult('solana_signTransaction', {}, result, signer)).toEqual({ transaction: base58.encode(bytes) })
  const asked = { transactions: ['x'] }
  expect(fromWalletResult('solana_signAllTransactions', asked, { transactions: [result.transaction] }, signer)).toEqual(
    { transactions: [base58.encode(bytes)] },
  )
})

test.each([
  ['solana_signMessage', {}, {}],
  ['solana_signMessage', {}, { signature: '0OIl' }],
  ['solana_signMessage', {}, { signature: base58.encode(key(1)) }],
  ['solana_signMessage', {}, null],
  ['solana_signTransaction', { transaction: base58.encode(key(0)) }, { signature: base58.encode(signature) }],
  ['solana_signTransaction', {}, { transaction: 7 }],
  ['solana_signAllTransactions', { transactions: ['a', 'b'] }, { transactions: ['AA=='] }],
  ['solana_signAllTransactions', { transactions: ['a'] }, 'x'],
])('%s of %j is not answered by %j', (method, params, result) => {
  expect(thrown(() => fromWalletResult(method, params, result, signer))).toBe('WALLET_MISBEHAVED')
})

test.each([
  ['solana_signTransaction', {}],
  ['solana_signTransaction', { transaction: 'AA==' }],
  ['solana_signAllTransactions', { transactions: 'x' }],
  ['solana_signAndSendTransaction', undefined],
])('%s with %j does not go out', (method, params) => {
  expect(thrown(() => toWalletParams(method, params, signer))).toBe('INVALID_PARAMS')
})

import type { ErrorName } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { type Keypair, VersionedTransaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import {
  account,
  accountOf,
  address,
  connect,
  legacy,
  pair,
  stranger,
  text,
  version,
  versioned,
  walletOf,
} from './wallet.fixture.ts'

test.each<[string, string, unknown, ErrorName]>([
  ['an unknown method', 'solana_sign', {}, 'METHOD_NOT_ALLOWED'],
  ['a method of another namespace', 'personal_sign', ['0x', '0x'], 'METHOD_NOT_ALLOWED'],
  ['a name of every object', 'constructor', {}, 'METHOD_NOT_ALLOWED'],
  ['no parameters', 'solana_signTransaction', undefined, 'INVALID_PARAMS'],
  ['bad base58', 'solana_signTransaction', { transaction: '0OIl' }, 'INVALID_PARAMS'],
  ['a message in bad base58', 'solana_signMessage', { message: '0OIl', pubkey: address }, 'INVALID_PARAMS'],
  ['what cannot be decoded', 'solana_signTransaction', { transaction: text('hello') }, 'INVALID_PARAMS'],
  [
    'a byte too many',
    'solana_signTransaction',
    { transaction: base58.encode(Uint8Array.of(...legacy(), 0)) },
    'INVALID_PARAMS',
  ],
  ['1,233 bytes', 'solana_signTransaction', { transaction: base58.encode(new Uint8Array(1233).fill(1)) }, 'TOO_LARGE'],
  [
    'a transaction that others sign',
    'solana_signTransaction',
    { transaction: base58.encode(legacy(stranger.publicKey)) },
    'INVALID_PARAMS',
  ],
  [
    'a list of which one is not ours',
    'solana_signAllTransactions',
    { transactions: [legacy(), versioned(stranger.publicKey)].map((one) => base58.encode(one)) },
    'INVALID_PARAMS',
  ],
  ['base58 without end', 'solana_signTransaction', { transaction: '2'.repeat(4097) }, 'TOO_LARGE'],
  ['an empty list', 'solana_signAllTransactions', { transactions: [] }, 'INVALID_PARAMS'],
  [
    'sending what others sign',
    'solana_signAndSendTransaction',
    { transaction: base58.encode(versioned(stranger.publicKey)) },
    'INVALID_PARAMS',
  ],
  [
    'sending, which the wallet cannot',
    'solana_signAndSendTransaction',
    { transaction: base58.encode(versioned()) },
    'WALLET_UNAVAILABLE',
  ],
  [
    'sending with strange options',
    'solana_signAndSendTransaction',
    { transaction: base58.encode(versioned()), options: { maxRetries: -1 } },
    'INVALID_PARAMS',
  ],
  [
    'a message of a stranger',
    'solana_signMessage',
    { message: text('hi'), pubkey: stranger.publicKey.toBase58() },
    'UNAUTHORIZED',
  ],
  ['a very long message', 'solana_signMessage', { message: '2'.repeat(4097), pubkey: address }, 'TOO_LARGE'],
  [
    'a transaction in disguise',
    'solana_signMessage',
    { message: base58.encode(VersionedTransaction.deserialize(versioned()).message.serialize()), pubkey: address },
    'INVALID_PARAMS',
  ],
  [
    'a legacy transaction in disguise',
    'solana_signMessage',
    { message: base58.encode(VersionedTransaction.deserialize(legacy()).message.serialize()), pubkey: address },
    'INVALID_PARAMS',
  ],
  ['signing in, which the wallet cannot', 'solana_signIn', {}, 'WALLET_UNAVAILABLE'],
])('%s is refused before the wallet sees it', async (_, method, params, error) => {
  const { wallet, seen } = walletOf()
  const connector = await connect(wallet)
  expect(await outcome(connector.request('solana', { method, params: params as object }))).toBe(error)
  expect(seen).toEqual([])
})

test('a wallet that takes no versioned transactions is handed none', async () => {
  const { wallet, seen } = walletOf()
  Object.assign(wallet.features['solana:signTransaction'] ?? {}, { supportedTransactionVersions: ['legacy'] })
  const connector = await connect(wallet)
  const sign = (transaction: Uint8Array) =>
    outcome(
      connector.request('solana', {
        method: 'solana_signTransaction',
        params: { transaction: base58.encode(transaction) },
      }),
    )
  expect(await sign(versioned())).toBe('WALLET_UNAVAILABLE')
  expect(seen).toEqual([])
  expect(await sign(legacy())).toBe('resolved')
})

test('an account that may not sign messages is not asked to', async () => {
  const { wallet } = walletOf({ accounts: [accountOf(pair.publicKey, { features: [] })] })
  const connector = await connect(wallet)
  const params = { message: text('hi'), pubkey: address }
  expect(await outcome(connector.request('solana', { method: 'solana_signMessage', params }))).toBe(
    'WALLET_UNAVAILABLE',
  )
})

const signedBy = (key: Keypair, transaction: Uint8Array): Uint8Array => {
  const signed = VersionedTransaction.deserialize(transaction)
  signed.sign([key])
  return signed.serialize()
}
const hi = new TextEncoder().encode('hi')
const signMessage = { method: 'solana_signMessage', params: { message: base58.encode(hi), pubkey: address } }
const signTransaction = { method: 'solana_signTransaction', params: { transaction: base58.encode(versioned()) } }
const signIn = { method: 'solana_signIn', params: { domain: 'example.com' } }

test.each<[string, string, unknown, { method: string; params: object }]>([
  ['a signature of 63 bytes', 'solana:signMessage', { signedMessage: hi, signature: new Uint8Array(63) }, signMessage],
  ['a signature that is a text', 'solana:signMessage', { signedMessage: hi, signature: 'a'.repeat(64) }, signMessage],
  [
    'a signature of another message',
    'solana:signMessage',
    { signedMessage: new Uint8Array(2), signature: new Uint8Array(64) },
    signMessage,
  ],
  ['no output', 'solana:signMessage', undefined, signMessage],
  ['a transaction without a signature', 'solana:signTransaction', { signedTransaction: versioned() }, signTransaction],
  [
    'another transaction of the same account',
    'solana:signTransaction',
    { signedTransaction: signedBy(pair, versioned(pair.publicKey, 2)) },
    signTransaction,
  ],
  [
    'a transaction of others',
    'solana:signTransaction',
    { signedTransaction: versioned(stranger.publicKey) },
    signTransaction,
  ],
  ['what is no transaction', 'solana:signTransaction', { signedTransaction: hi }, signTransaction],
  [
    'a transaction that is too large',
    'solana:signTransaction',
    { signedTransaction: new Uint8Array(1233).fill(1) },
    signTransaction,
  ],
  [
    'a login of a stranger',
    'solana:signIn',
    { account: accountOf(stranger.publicKey), signedMessage: hi, signature: new Uint8Array(64) },
    signIn,
  ],
  ['a login without a signature', 'solana:signIn', { account, signedMessage: hi }, signIn],
])('%s is not believed', async (_, feature, output, call) => {
  const { wallet, answer } = walletOf()
  const method = feature.slice('solana:'.length)
  wallet.features[feature] = { version, supportedTransactionVersions: ['legacy', 0], [method]: answer(output) }
  const connector = await connect(wallet)
  expect(await outcome(connector.request('solana', call))).toBe('WALLET_INVALID_RESPONSE')
})

test('fewer or more outputs than inputs are not believed', async () => {
  for (const count of [0, 1, 3]) {
    const { wallet } = walletOf()
    const signTransaction = async () => Array.from({ length: count }, () => ({ signedTransaction: versioned() }))
    Object.assign(wallet.features['solana:signTransaction'] ?? {}, { signTransaction })
    const connector = await connect(wallet)
    const params = { transactions: [legacy(), versioned()].map((one) => base58.encode(one)) }
    expect(await outcome(connector.request('solana', { method: 'solana_signAllTransactions', params }))).toBe(
      'WALLET_INVALID_RESPONSE',
    )
  }
})

test('several transactions are signed in one call of the wallet, and come back in order', async () => {
  const { wallet, seen } = walletOf()
  const connector = await connect(wallet)
  const given = [legacy(), versioned(), legacy()]
  const params = { transactions: given.map((one) => base58.encode(one)) }
  const { transactions } = (await connector.request('solana', { method: 'solana_signAllTransactions', params })) as {
    transactions: string[]
  }
  expect(seen).toHaveLength(1)
  expect(transactions.map((one) => VersionedTransaction.deserialize(base58.decode(one)).version)).toEqual([
    'legacy',
    0,
    'legacy',
  ])
  for (const [index, one] of transactions.entries())
    expect(base58.decode(one).slice(65)).toEqual(new Uint8Array(given[index] ?? []).slice(65))
})

test('sending passes the options and the network on', async () => {
  const { wallet, seen, answer } = walletOf()
  wallet.features['solana:signAndSendTransaction'] = {
    version,
    supportedTransactionVersions: ['legacy', 0],
    signAndSendTransaction: answer({ signature: new Uint8Array(64).fill(7) }),
  }
  const connector = await connect(wallet)
  const options = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 3, minContextSlot: 9 }
  const params = { transaction: base58.encode(versioned()), options }
  expect(await connector.request('solana', { method: 'solana_signAndSendTransaction', params })).toEqual({
    signature: base58.encode(new Uint8Array(64).fill(7)),
  })
  expect(seen).toEqual([[{ account, transaction: new Uint8Array(versioned()), chain: 'solana:mainnet', options }]])
})

test.each<[string, unknown]>([
  ['a list', []],
  ['a text', 'example.com'],
  ['a field that is no text', { domain: 1 }],
  ['resources that are no list', { resources: 'https://example.com' }],
  ['a resource that is no text', { resources: [1] }],
])('signing in with %s is refused before the wallet sees it', async (_, params) => {
  const { wallet, seen, answer } = walletOf()
  wallet.features['solana:signIn'] = { version, signIn: answer({}) }
  const connector = await connect(wallet)
  expect(await outcome(connector.request('solana', { method: 'solana_signIn', params: params as object }))).toBe(
    'INVALID_PARAMS',
  )
  expect(seen).toEqual([])
})

test('a login of more than a message holds is refused before the wallet sees it', async () => {
  const { wallet, seen, answer } = walletOf()
  wallet.features['solana:signIn'] = { version, signIn: answer({}) }
  const connector = await connect(wallet)
  for (const params of [{ statement: 'a'.repeat(1500) }, { resources: Array(100).fill('https://example.com') }])
    expect(await outcome(connector.request('solana', { method: 'solana_signIn', params }))).toBe('TOO_LARGE')
  expect(seen).toEqual([])
})

test('signing in asks for the account in use, with nothing that the standard does not know', async () => {
  const { wallet, seen, answer } = walletOf()
  const signature = new Uint8Array(64).fill(7)
  wallet.features['solana:signIn'] = { version, signIn: answer({ account, signedMessage: hi, signature }) }
  const connector = await connect(wallet)
  const params = {
    domain: 'example.com',
    nonce: 'abcdefgh',
    resources: ['https://example.com'],
    address: 'x',
    extra: 1,
  }
  expect(await connector.request('solana', { method: 'solana_signIn', params })).toEqual({
    address,
    signedMessage: base58.encode(hi),
    signature: base58.encode(signature),
  })
  expect(seen).toEqual([[{ domain: 'example.com', nonce: 'abcdefgh', resources: ['https://example.com'], address }]])
})

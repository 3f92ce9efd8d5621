import { solana, solanaDevnet, solanaTestnet } from '@latchkey/chains'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test } from 'vitest'
import type { Connector } from '../Connector.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createSolanaSource } from './solanaSource.ts'

const pair = Keypair.fromSeed(new Uint8Array(32).fill(1))
const stranger = Keypair.fromSeed(new Uint8Array(32).fill(2))
const address = pair.publicKey.toBase58()
const version = '1.0.0'
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
const chains = ['solana:mainnet', 'solana:devnet', 'sui:mainnet']

const accountOf = (key: PublicKey, changes: object = {}) => ({
  address: key.toBase58(),
  publicKey: key.toBytes(),
  chains,
  features: signing,
  ...changes,
})
const account = accountOf(pair.publicKey)

type Foreign = {
  [field: string]: unknown
  accounts: unknown
  features: Record<string, Record<string, unknown> | undefined>
}

/** A wallet that gives what the test says. `seen` is what its signing features were handed. */
const walletOf = ({ features = {}, accounts = [account] as readonly unknown[], ...changes }: Partial<Foreign> = {}) => {
  const seen: unknown[][] = []
  const answer =
    (output: unknown) =>
    async (...inputs: unknown[]) => {
      seen.push(inputs)
      return inputs.map(() => output)
    }
  const sign = async (...inputs: { transaction: Uint8Array }[]) => {
    seen.push(inputs)
    return inputs.map(({ transaction }) => {
      const signed = VersionedTransaction.deserialize(transaction)
      signed.sign([pair])
      return { signedTransaction: signed.serialize() }
    })
  }
  const listeners = new Set<(changed: object) => void>()
  const wallet: Foreign = {
    version,
    name: 'Test Sol',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    accounts,
    ...changes,
    features: {
      'standard:connect': { version, connect: async () => ({ accounts: wallet.accounts }) },
      'standard:events': {
        version,
        on: (_: string, listener: (changed: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': { version, supportedTransactionVersions: ['legacy', 0], signTransaction: sign },
      'solana:signMessage': { version, signMessage: answer({}) },
      ...features,
    },
  }
  const change = (next: object) => {
    Object.assign(wallet, next)
    for (const listener of listeners) listener(next)
  }
  return { wallet, seen, answer, change }
}

const find = (...wallets: unknown[]): Connector[] => {
  const found: Connector[] = []
  createSolanaSource(createRegister(...wallets).register)((connector) => found.push(connector))
  return found
}
const only = (...wallets: unknown[]): Connector => {
  const [connector] = find(...wallets)
  if (connector === undefined) throw new Error('not found')
  return connector
}
const request = (network: `solana:${string}` = solana.caipNetworkId) =>
  ({ namespace: 'solana', network, networks: [network], signal: new AbortController().signal }) as const
const connect = async (wallet: unknown): Promise<Connector> => {
  const connector = only(wallet)
  await connector.connect(request())
  return connector
}
const outcome = async (act: Promise<unknown>): Promise<ErrorName | 'resolved'> => {
  try {
    await act
    return 'resolved'
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.name
    throw thrown
  }
}

const throwing = (fields: readonly string[]) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      fields.map((field) => [
        field,
        {
          get: () => {
            throw new Error(field)
          },
        },
      ]),
    ),
  )

test('a wallet is found, also one that comes later, until nobody looks any more', () => {
  const { register, add, listeners } = createRegister(walletOf().wallet)
  const names: string[] = []
  const stop = createSolanaSource(register)(({ name }) => names.push(name))
  add(walletOf({ name: 'Late' }).wallet)
  stop()
  add(walletOf({ name: 'Too late' }).wallet)
  expect(names).toEqual(['Test Sol', 'Late'])
  expect(listeners()).toBe(0)
})

test('of two wallets of one name the first is taken', () => {
  expect(find(walletOf().wallet, walletOf({ name: ' Test  Sol\u200b' }).wallet).map(({ id }) => id)).toEqual([
    'announced:Test Sol',
  ])
})

test.each(['auth', 'injected', 'external', 'wallet connector'])(
  'a wallet that calls itself %j takes the id of nobody else',
  (name) => {
    expect(find(walletOf({ name }).wallet).map(({ id }) => id)).toEqual([`announced:${name}`])
  },
)

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'wallet'],
  ['an empty object', {}],
  ['a wallet of which every field throws', throwing(['version', 'name', 'icon', 'chains', 'accounts', 'features'])],
  ['a wallet whose features throw', { ...walletOf().wallet, features: throwing(['standard:connect']) }],
  ['a wallet of another version of the standard', walletOf({ version: '2.0.0' }).wallet],
  ['a wallet without a name', walletOf({ name: ' \u200b' }).wallet],
  ['a wallet that calls itself WalletConnect', walletOf({ name: 'WalletConnect' }).wallet],
  ['a wallet of other chains', walletOf({ chains: ['sui:mainnet'] }).wallet],
  ['a wallet whose chains are no list', walletOf({ chains: 'solana:mainnet' }).wallet],
  ['a wallet that does not connect', walletOf({ features: { 'standard:connect': undefined } }).wallet],
  [
    'a wallet that connects by a version that does not exist',
    walletOf({ features: { 'standard:connect': { version: '2.0.0', connect: async () => ({ accounts: [account] }) } } })
      .wallet,
  ],
  [
    'a revoked proxy',
    (() => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    })(),
  ],
])('%s is no Solana wallet, and harms no other', (_, rubbish) => {
  expect(find(rubbish, walletOf().wallet).map(({ name }) => name)).toEqual(['Test Sol'])
})

test('a picture that is none is none', () => {
  expect(find(walletOf({ icon: 'javascript:alert(1)' }).wallet)[0]?.icon).toBeNull()
})

test.each<[string, unknown, ErrorName]>([
  [
    'a key that is not that of the address',
    accountOf(pair.publicKey, { address: stranger.publicKey.toBase58() }),
    'WALLET_MISBEHAVED',
  ],
  ['a key of another length', accountOf(pair.publicKey, { publicKey: new Uint8Array(33) }), 'WALLET_MISBEHAVED'],
  ['a key that is a text', accountOf(pair.publicKey, { publicKey: address }), 'WALLET_MISBEHAVED'],
  ['a key of larger numbers', accountOf(pair.publicKey, { publicKey: new Uint16Array(32) }), 'WALLET_MISBEHAVED'],
  [
    'an address of another chain',
    accountOf(pair.publicKey, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }),
    'WALLET_MISBEHAVED',
  ],
  ['an account that is none', 'account', 'WALLET_MISBEHAVED'],
  ['an account whose fields throw', throwing(['address', 'publicKey', 'chains', 'features']), 'WALLET_MISBEHAVED'],
  ['an account of other chains', accountOf(pair.publicKey, { chains: ['sui:mainnet'] }), 'NAMESPACE_NOT_GRANTED'],
])('%s connects nobody', async (_, given, error) => {
  const connector = only(walletOf({ accounts: [given] }).wallet)
  expect(await outcome(connector.connect(request()))).toBe(error)
  expect(await outcome(connector.request('solana', { method: 'solana_signIn' }))).toBe('DISCONNECTED')
})

test('a network that the wallet does not announce is refused before it is asked', async () => {
  let isAsked = false
  const features = { 'standard:connect': { version, connect: async () => (isAsked = true) } }
  const connector = only(walletOf({ features }).wallet)
  expect(await outcome(connector.connect(request(solanaTestnet.caipNetworkId)))).toBe('CHAIN_NOT_SUPPORTED')
  expect(await outcome(connector.restore(request(solanaTestnet.caipNetworkId)))).toBe('CHAIN_NOT_SUPPORTED')
  expect(isAsked).toBe(false)
})

test('a wallet that has left the page is not installed', async () => {
  const { wallet } = walletOf()
  const { register, remove } = createRegister(wallet)
  const attempts: Promise<ErrorName | 'resolved'>[] = []
  createSolanaSource(register)((connector) => {
    remove(wallet)
    attempts.push(outcome(connector.connect(request())))
  })
  expect(await Promise.all(attempts)).toEqual(['WALLET_NOT_INSTALLED'])
})

test('the session says which networks the account serves, and moving names another of them', async () => {
  const { wallet, seen } = walletOf()
  const connector = only(wallet)
  expect(await connector.connect(request())).toEqual([
    {
      namespace: 'solana',
      accounts: [{ address }],
      network: solana.caipNetworkId,
      approved: [solana.caipNetworkId, solanaDevnet.caipNetworkId],
    },
  ])
  await connector.switchNetwork(solanaDevnet.caipNetworkId)
  expect(await outcome(connector.switchNetwork(solanaTestnet.caipNetworkId))).toBe('CHAIN_NOT_SUPPORTED')
  await connector.request('solana', {
    method: 'solana_signTransaction',
    params: { transaction: base58.encode(versioned()) },
  })
  expect(seen[0]).toMatchObject([{ chain: 'solana:devnet' }])
})

test('accounts that turn into a lie end the session', async () => {
  const { wallet, change } = walletOf()
  const connector = await connect(wallet)
  const ends: string[] = []
  connector.listen({ onSession: () => ends.push('session'), onEnd: (namespace) => ends.push(namespace) })
  change({ accounts: [accountOf(pair.publicKey, { address: stranger.publicKey.toBase58() })] })
  await expect.poll(() => ends).toEqual(['solana'])
})

const recentBlockhash = stranger.publicKey.toBase58()
const transfer = (from: PublicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: stranger.publicKey, lamports: 1 })
const legacy = (from = pair.publicKey) =>
  new Transaction({ feePayer: from, recentBlockhash })
    .add(transfer(from))
    .serialize({ requireAllSignatures: false, verifySignatures: false })
const versioned = (from = pair.publicKey) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: from,
      recentBlockhash,
      instructions: [transfer(from)],
    }).compileToV0Message(),
  ).serialize()
const text = (value: string) => base58.encode(new TextEncoder().encode(value))

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

const hi = new TextEncoder().encode('hi')
const signMessage = { method: 'solana_signMessage', params: { message: base58.encode(hi), pubkey: address } }
const signTransaction = { method: 'solana_signTransaction', params: { transaction: base58.encode(versioned()) } }
const signIn = { method: 'solana_signIn', params: { domain: 'example.com' } }

test.each<[string, string, unknown, { method: string; params: object }]>(
  [
    [
      'a signature of 63 bytes',
      'solana:signMessage',
      { signedMessage: hi, signature: new Uint8Array(63) },
      signMessage,
    ],
    ['a signature that is a text', 'solana:signMessage', { signedMessage: hi, signature: 'a'.repeat(64) }, signMessage],
    [
      'a signature of another message',
      'solana:signMessage',
      { signedMessage: new Uint8Array(2), signature: new Uint8Array(64) },
      signMessage,
    ],
    ['no output', 'solana:signMessage', undefined, signMessage],
    [
      'a transaction without a signature',
      'solana:signTransaction',
      { signedTransaction: versioned() },
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
  ].filter(([name]) => name !== '') as never,
)('%s is not believed', async (_, feature, output, call) => {
  const { wallet, answer } = walletOf()
  const method = feature.slice('solana:'.length)
  wallet.features[feature] = { version, supportedTransactionVersions: ['legacy', 0], [method]: answer(output) }
  const connector = await connect(wallet)
  expect(await outcome(connector.request('solana', call))).toBe('WALLET_MISBEHAVED')
})

test('fewer or more outputs than inputs are not believed', async () => {
  for (const count of [0, 1, 3]) {
    const { wallet } = walletOf()
    const signTransaction = async () => Array.from({ length: count }, () => ({ signedTransaction: versioned() }))
    Object.assign(wallet.features['solana:signTransaction'] ?? {}, { signTransaction })
    const connector = await connect(wallet)
    const params = { transactions: [legacy(), versioned()].map((one) => base58.encode(one)) }
    expect(await outcome(connector.request('solana', { method: 'solana_signAllTransactions', params }))).toBe(
      'WALLET_MISBEHAVED',
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

import { solana, solanaDevnet, solanaTestnet } from '@latchkey/chains'
import type { ErrorName } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createSolanaSource } from './solanaSource.ts'
import {
  account,
  accountOf,
  address,
  connect,
  find,
  only,
  pair,
  request,
  stranger,
  version,
  versioned,
  walletOf,
} from './wallet.fixture.ts'

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
  'a wallet that calls itself %j takes no other wallet’s id',
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
    'WALLET_INVALID_RESPONSE',
  ],
  ['a key of another length', accountOf(pair.publicKey, { publicKey: new Uint8Array(33) }), 'WALLET_INVALID_RESPONSE'],
  ['a key that is a text', accountOf(pair.publicKey, { publicKey: address }), 'WALLET_INVALID_RESPONSE'],
  ['a key of larger numbers', accountOf(pair.publicKey, { publicKey: new Uint16Array(32) }), 'WALLET_INVALID_RESPONSE'],
  [
    'an address of another chain',
    accountOf(pair.publicKey, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }),
    'WALLET_INVALID_RESPONSE',
  ],
  ['an account that is none', 'account', 'WALLET_INVALID_RESPONSE'],
  [
    'an account whose fields throw',
    throwing(['address', 'publicKey', 'chains', 'features']),
    'WALLET_INVALID_RESPONSE',
  ],
  ['an account of other chains', accountOf(pair.publicKey, { chains: ['sui:mainnet'] }), 'NAMESPACE_NOT_GRANTED'],
])('%s connects no account', async (_, given, error) => {
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
  const attempts: ReturnType<typeof outcome>[] = []
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

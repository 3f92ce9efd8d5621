import { bitcoin, bitcoinSignet, bitcoinTestnet, type CaipNetworkId } from '@latchkey/chains'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../Connector.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createBitcoinSource } from './bitcoinSource.ts'

// BIP-84 and BIP-86, the first account of the words of their vectors.
const payment = {
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  purpose: 'payment',
  addressType: 'p2wpkh',
  path: "m/84'/0'/0'/0/0",
}
const ordinal = {
  address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  publicKey: 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
  purpose: 'ordinals',
  addressType: 'p2tr',
}
const stacks = { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '03', purpose: 'stacks' }
const mainnet = { bitcoin: { name: 'Mainnet' }, stacks: { name: 'mainnet' } }
const session = {
  namespace: 'bip122',
  accounts: [
    { address: payment.address, type: 'payment', publicKey: payment.publicKey, path: payment.path },
    { address: ordinal.address, type: 'ordinal', publicKey: ordinal.publicKey },
  ],
  network: bitcoin.caipNetworkId,
}

type Method = (params: Record<string, unknown>) => unknown
const rejecting = (code: number, message = 'no') => ({ error: { code, message } })
const notFound = rejecting(-32601, 'Method not found')

/** A provider that answers what the test says; anything else it does not know. `seen` is what it was asked. */
const providerOf = (methods: Record<string, Method | object>) => {
  const seen: [string, unknown][] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const provider = {
    async request(method: string, params: Record<string, unknown>) {
      seen.push([method, params])
      const answer = methods[method] ?? notFound
      const given = typeof answer === 'function' ? await answer(params) : answer
      return typeof given === 'object' && given !== null && ('error' in given || 'jsonrpc' in given)
        ? given
        : { jsonrpc: '2.0', id: '1', result: given }
    },
    addListener({ eventName, cb }: { eventName: string; cb: (event: unknown) => void }) {
      listeners.set(eventName, cb)
      return () => listeners.delete(eventName)
    },
  }
  return { provider, seen, tell: (event: { type: string }) => listeners.get(event.type)?.(event) }
}
const account = { id: '1', addresses: [payment, ordinal, stacks], walletType: 'software', network: mainnet }
const honest = { wallet_connect: account, wallet_getAccount: account }

const row = { id: 'Test.Provider', name: 'Test BTC', icon: 'data:image/png;base64,AAAA' }
const find = (page: object, ...wallets: unknown[]): Connector[] => {
  const found: Connector[] = []
  createBitcoinSource(page, createRegister(...wallets).register)((connector) => found.push(connector))
  return found
}
const only = (...found: Connector[]): Connector => {
  const [connector] = found
  if (connector === undefined) throw new Error('not found')
  return connector
}
const pageOf = (provider: object) => ({ btc_providers: [row], Test: { Provider: provider } })
const request = (network: CaipNetworkId = bitcoin.caipNetworkId) =>
  ({ namespace: 'bip122', network, networks: [network], signal: new AbortController().signal }) as const
const setup = async (methods: Record<string, Method | object>) => {
  const { provider, ...rest } = providerOf({ ...honest, ...methods })
  const connector = only(...find(pageOf(provider)))
  await connector.connect(request())
  rest.seen.length = 0
  return { connector, ...rest }
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
const refuseToTell = (): never => {
  throw new Error('no')
}
const throwing = Object.defineProperty({}, 'request', { get: refuseToTell })

describe('btc_providers', () => {
  const { provider } = providerOf(honest)
  test.each<[string, object]>([
    ['no list', {}],
    ['a list that is none', { btc_providers: { length: 1, 0: row } }],
    ['a list that is too long', { btc_providers: Array(2000).fill(row), Test: { Provider: provider } }],
    ['rows that are none', { btc_providers: [null, 1, 'row', [], {}], Test: { Provider: provider } }],
    ['a row without a name', { btc_providers: [{ ...row, name: '' }], Test: { Provider: provider } }],
    [
      'a row of somebody who calls itself WalletConnect',
      { btc_providers: [{ ...row, name: 'Wallet Connect' }], Test: { Provider: provider } },
    ],
    ['a provider that is not there', { btc_providers: [row] }],
    ['a provider without request', { btc_providers: [row], Test: { Provider: {} } }],
    ['a provider whose fields throw', { btc_providers: [row], Test: { Provider: throwing } }],
    ['a path that is none', { btc_providers: [{ ...row, id: 'Test..Provider' }], Test: { Provider: provider } }],
    ['a path without end', { btc_providers: [{ ...row, id: 'a.'.repeat(50) }] }],
    ['a page whose fields throw', Object.defineProperty({}, 'btc_providers', { get: refuseToTell })],
  ])('%s brings no wallet', (_, page) => {
    expect(find(page)).toEqual([])
  })

  test('of two of one name the first is taken, and its picture only when it is one', () => {
    const page = {
      ...pageOf(provider),
      btc_providers: [
        { ...row, icon: 'javascript:alert(1)' },
        { ...row, id: 'Test' },
      ],
    }
    expect(find(page).map(({ id, name, icon }) => ({ id, name, icon }))).toEqual([
      { id: 'announced:Test.Provider', name: 'Test BTC', icon: null },
    ])
  })

  test.each(['auth', 'injected', 'walletConnect'])('a provider at %s takes the id of nobody else', (id) => {
    const page = { btc_providers: [{ ...row, id }], [id]: provider }
    expect(find(page).map((connector) => connector.id)).toEqual([`announced:${id}`])
  })

  test('a provider that has left the page is not installed', async () => {
    const page: { btc_providers: object[]; Test?: object } = pageOf(provider)
    const connector = only(...find(page))
    delete page.Test
    expect(await outcome(connector.connect(request()))).toBe('WALLET_NOT_INSTALLED')
  })
})

describe('connecting', () => {
  test.each<[string, Record<string, Method | object>]>([
    ['wallet_connect', honest],
    ['getAddresses, in a wallet from before', { getAddresses: account }],
    [
      'getAddresses, of a wallet that does not support the other',
      { wallet_connect: rejecting(-32001), getAddresses: account },
    ],
    ['getAccounts', { getAccounts: [payment, ordinal, stacks], wallet_getNetwork: mainnet }],
    ['getAccounts, of a wallet that does not say where it is', { getAccounts: [ordinal, payment] }],
  ])('by %s gives both kinds of addresses, payment first', async (_, methods) => {
    const connector = only(...find(pageOf(providerOf(methods).provider)))
    expect(await connector.connect(request())).toEqual([session])
  })

  test('the kind of an address tells what it is for, when the wallet does not', async () => {
    const rows = [
      { symbol: 'BTC', type: 'p2tr', address: ordinal.address, publicKey: ordinal.publicKey },
      {
        symbol: 'BTC',
        type: 'p2wpkh',
        address: payment.address,
        publicKey: payment.publicKey,
        derivationPath: payment.path,
      },
      { symbol: 'STX', address: stacks.address },
    ]
    const connector = only(...find(pageOf(providerOf({ getAddresses: { addresses: rows } }).provider)))
    expect(await connector.connect(request())).toEqual([session])
  })

  test('the session is on the network that the wallet is on', async () => {
    const connector = only(...find(pageOf(providerOf(honest).provider)))
    expect(await connector.connect(request(bitcoinTestnet.caipNetworkId))).toEqual([session])
  })

  const other = { ...payment, publicKey: `02${ordinal.publicKey}` }
  test.each<[string, unknown, ErrorName]>([
    ['a key of another address', { ...account, addresses: [other] }, 'WALLET_MISBEHAVED'],
    ['a key that is none', { ...account, addresses: [{ ...payment, publicKey: 'zz' }] }, 'WALLET_MISBEHAVED'],
    ['a key that is a number', { ...account, addresses: [{ ...payment, publicKey: 1 }] }, 'WALLET_MISBEHAVED'],
    ['an address of another network', { ...account, network: { bitcoin: { name: 'Signet' } } }, 'WALLET_MISBEHAVED'],
    [
      'an address with a wrong checksum',
      { ...account, addresses: [{ ...payment, address: payment.address.replace('u', 'v') }] },
      'WALLET_MISBEHAVED',
    ],
    ['an address of another chain', { ...account, addresses: [{ ...payment, address: '0x00' }] }, 'WALLET_MISBEHAVED'],
    ['a network that does not exist', { ...account, network: { bitcoin: { name: 'toString' } } }, 'WALLET_MISBEHAVED'],
    ['no list', { ...account, addresses: 'bc1' }, 'WALLET_MISBEHAVED'],
    ['nothing', { jsonrpc: '2.0', id: '1' }, 'WALLET_MISBEHAVED'],
    ['addresses of other chains alone', { ...account, addresses: [stacks] }, 'NAMESPACE_NOT_GRANTED'],
    ['a rejection', rejecting(-32000), 'USER_REJECTED'],
    ['a denial', rejecting(-32002), 'UNAUTHORIZED'],
    ['an error that is a text', { error: 'User rejected the request' }, 'USER_REJECTED'],
  ])('%s connects nobody', async (_, answer, error) => {
    const connector = only(...find(pageOf(providerOf({ wallet_connect: () => answer }).provider)))
    expect(await outcome(connector.connect(request()))).toBe(error)
    expect(await outcome(connector.request('bip122', { method: 'getAccountAddresses' }))).toBe('DISCONNECTED')
  })

  test('a wallet that rejects with the whole answer has rejected', async () => {
    const wallet_connect = () => Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'no' } })
    const connector = only(...find(pageOf(providerOf({ wallet_connect }).provider)))
    expect(await outcome(connector.connect(request()))).toBe('USER_REJECTED')
  })

  test('a wallet that cannot be asked in silence has nothing to restore', async () => {
    for (const wallet_getAccount of [notFound, rejecting(-32002)]) {
      const connector = only(...find(pageOf(providerOf({ ...honest, wallet_getAccount }).provider)))
      expect(await connector.restore(request())).toEqual([])
    }
  })
})

describe('events', () => {
  const follow = (connector: Connector) => {
    const heard: unknown[] = []
    connector.listen({ onSession: (next) => heard.push(next), onEnd: (namespace) => heard.push(namespace) })
    return heard
  }
  test('of other addresses are asked for when they do not say them', async () => {
    const { connector, tell, seen } = await setup({ wallet_getAccount: { ...account, addresses: [payment] } })
    const heard = follow(connector)
    tell({ type: 'accountChange' })
    await expect.poll(() => heard).toEqual([{ ...session, accounts: session.accounts.slice(0, 1) }])
    expect(seen).toEqual([['wallet_getAccount', null]])
  })
  test.each<[string, object]>([
    ['an end', { type: 'disconnect' }],
    ['no addresses', { type: 'accountChange', addresses: [] }],
    ['a lie', { type: 'accountChange', addresses: [{ ...payment, publicKey: `02${ordinal.publicKey}` }] }],
    ['a network that does not exist', { type: 'networkChange', bitcoin: { name: 'Moon' }, addresses: [payment] }],
  ])('that say %s end the session', async (_, event) => {
    const { connector, tell } = await setup({})
    const heard = follow(connector)
    tell(event as { type: string })
    await expect.poll(() => heard).toEqual(['bip122'])
  })
  test('of the same addresses say nothing', async () => {
    const { connector, tell } = await setup({})
    const heard = follow(connector)
    tell({ type: 'accountChange', addresses: [payment, ordinal] } as { type: string })
    await new Promise((resolve) => setTimeout(resolve))
    expect(heard).toEqual([])
  })
})

describe('moving', () => {
  test.each<[string, Method | object, ErrorName]>([
    ['a wallet that cannot', notFound, 'WALLET_UNAVAILABLE'],
    ['a wallet that does not know the network', rejecting(-32602), 'CHAIN_NOT_SUPPORTED'],
    ['a visitor who does not want to', rejecting(-32000), 'USER_REJECTED'],
    ['a wallet that says so and stays', () => null, 'WALLET_MISBEHAVED'],
  ])('%s', async (_, wallet_changeNetwork, error) => {
    const { connector } = await setup({ wallet_changeNetwork })
    expect(await outcome(connector.switchNetwork(bitcoinSignet.caipNetworkId))).toBe(error)
    expect(await outcome(connector.request('bip122', { method: 'getAccountAddresses' }))).toBe('resolved')
  })
})

const psbt = base64.encode(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 0x00))
const address = payment.address
const stranger = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
test.each<[string, string, object | undefined, ErrorName]>([
  ['an unknown method', 'signTransaction', {}, 'METHOD_NOT_ALLOWED'],
  ['a name of every object', 'constructor', {}, 'METHOD_NOT_ALLOWED'],
  ['a list of parameters', 'signMessage', ['hi'], 'INVALID_PARAMS'],
  ['no message', 'signMessage', undefined, 'INVALID_PARAMS'],
  ['a message that is no text', 'signMessage', { message: 1 }, 'INVALID_PARAMS'],
  ['a message of half a character', 'signMessage', { message: '\ud800' }, 'INVALID_PARAMS'],
  ['a message without end', 'signMessage', { message: 'a'.repeat(70_000) }, 'TOO_LARGE'],
  ['an unknown protocol', 'signMessage', { message: 'hi', protocol: 'schnorr' }, 'INVALID_PARAMS'],
  ['an address that is not connected', 'signMessage', { message: 'hi', address: stranger }, 'UNAUTHORIZED'],
  ['an account that is not connected', 'signMessage', { message: 'hi', account: stranger }, 'UNAUTHORIZED'],
  ['no PSBT', 'signPsbt', {}, 'INVALID_PARAMS'],
  ['a PSBT that is not base64', 'signPsbt', { psbt: '!' }, 'INVALID_PARAMS'],
  ['a PSBT that is none', 'signPsbt', { psbt: base64.encode(new Uint8Array(40)) }, 'INVALID_PARAMS'],
  ['a PSBT in hexadecimal', 'signPsbt', { psbt: '70736274ff00' }, 'INVALID_PARAMS'],
  ['a PSBT without end', 'signPsbt', { psbt: 'A'.repeat(1_500_000) }, 'TOO_LARGE'],
  ['inputs of a stranger', 'signPsbt', { psbt, signInputs: [{ address: stranger, index: 0 }] }, 'UNAUTHORIZED'],
  ['inputs that are no list', 'signPsbt', { psbt, signInputs: { [address]: [0] } }, 'INVALID_PARAMS'],
  ['an input before the first', 'signPsbt', { psbt, signInputs: [{ address, index: -1 }] }, 'INVALID_PARAMS'],
  [
    'a type of signature that is none',
    'signPsbt',
    { psbt, signInputs: [{ address, index: 0, sighashTypes: [256] }] },
    'INVALID_PARAMS',
  ],
  ['a broadcast that is no yes or no', 'signPsbt', { psbt, broadcast: 'yes' }, 'INVALID_PARAMS'],
  ['a transfer to nobody', 'sendTransfer', { amount: '1' }, 'ADDRESS_INVALID'],
  [
    'a transfer to another network',
    'sendTransfer',
    { recipientAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: '1' },
    'ADDRESS_INVALID',
  ],
  ['a transfer of nothing', 'sendTransfer', { recipientAddress: stranger, amount: '0' }, 'AMOUNT_INVALID'],
  ['a transfer of less', 'sendTransfer', { recipientAddress: stranger, amount: '-1' }, 'AMOUNT_INVALID'],
  ['a transfer of a part', 'sendTransfer', { recipientAddress: stranger, amount: '0.5' }, 'AMOUNT_INVALID'],
  ['a transfer of a number', 'sendTransfer', { recipientAddress: stranger, amount: 1 }, 'AMOUNT_INVALID'],
  [
    'a transfer of more than there is',
    'sendTransfer',
    { recipientAddress: stranger, amount: '2100000000000001' },
    'AMOUNT_INVALID',
  ],
  [
    'a transfer with a memo, which the wallet cannot',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', memo: '00' },
    'WALLET_UNAVAILABLE',
  ],
  [
    'a memo that is not hexadecimal',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', memo: 'hi' },
    'INVALID_PARAMS',
  ],
  [
    'change for a stranger',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', changeAddress: stranger },
    'UNAUTHORIZED',
  ],
])('%s is refused before the wallet sees it', async (_, method, params, error) => {
  const { connector, seen } = await setup({})
  expect(await outcome(connector.request('bip122', { method, params }))).toBe(error)
  expect(seen).toEqual([])
})

test('what is asked reaches the wallet as sats-connect has it', async () => {
  const signature = base64.encode(new Uint8Array(65))
  const txid = 'AB'.repeat(32)
  const { connector, seen } = await setup({
    signMessage: { signature, messageHash: '', address, protocol: 'ECDSA' },
    signPsbt: { psbt, txid },
    sendTransfer: { txid },
  })
  const ask = (method: string, params: object) => connector.request('bip122', { method, params })
  expect(await ask('signMessage', { message: 'hi', protocol: 'ecdsa' })).toEqual({ address, signature })
  const signInputs = [
    { address, index: 0, sighashTypes: [1] },
    { address: ordinal.address, index: 1 },
    { address, index: 2 },
  ]
  expect(await ask('signPsbt', { psbt, signInputs })).toEqual({ psbt })
  expect(await ask('signPsbt', { psbt, broadcast: true })).toEqual({ psbt, txid: txid.toLowerCase() })
  expect(await ask('sendTransfer', { recipientAddress: stranger, amount: '1000' })).toEqual({
    txid: txid.toLowerCase(),
  })
  expect(seen).toEqual([
    ['signMessage', { address, message: 'hi', protocol: 'ECDSA' }],
    ['signPsbt', { psbt, signInputs: { [address]: [0, 2], [ordinal.address]: [1] }, broadcast: false }],
    ['signPsbt', { psbt, broadcast: true }],
    ['sendTransfer', { recipients: [{ address: stranger, amount: 1000 }] }],
  ])
})

test.each<[string, string, object, unknown]>([
  ['no signature', 'signMessage', { message: 'hi' }, {}],
  ['an empty signature', 'signMessage', { message: 'hi' }, { signature: '' }],
  ['a signature that is not base64', 'signMessage', { message: 'hi' }, { signature: '!' }],
  [
    'an ECDSA signature of 64 bytes',
    'signMessage',
    { message: 'hi' },
    { signature: base64.encode(new Uint8Array(64)), protocol: 'ECDSA' },
  ],
  [
    'a signature by another protocol',
    'signMessage',
    { message: 'hi', protocol: 'bip322' },
    { signature: base64.encode(new Uint8Array(65)), protocol: 'ECDSA' },
  ],
  ['a PSBT that is none', 'signPsbt', { psbt }, { psbt: base64.encode(new Uint8Array(9)) }],
  ['no PSBT', 'signPsbt', { psbt }, {}],
  ['no transaction id', 'signPsbt', { psbt, broadcast: true }, { psbt }],
  ['a transaction id that is none', 'sendTransfer', { recipientAddress: stranger, amount: '1' }, { txid: '0x00' }],
  ['nothing', 'sendTransfer', { recipientAddress: stranger, amount: '1' }, null],
])('%s is not believed', async (_, method, params, answer) => {
  const { connector } = await setup({ [method]: () => answer })
  expect(await outcome(connector.request('bip122', { method, params }))).toBe('WALLET_MISBEHAVED')
})

describe('the Wallet Standard', () => {
  const version = '1.0.0'
  const accountOf = ({ address, publicKey }: typeof payment | typeof ordinal, changes: object = {}) => ({
    address,
    publicKey: hex.decode(publicKey),
    chains: ['bitcoin:mainnet'],
    features: ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'],
    ...changes,
  })
  const walletOf = (accounts: unknown = [accountOf(payment), accountOf(ordinal)], features: object = {}) => ({
    version,
    name: 'Standard BTC',
    icon: 'data:image/png;base64,AAAA',
    chains: ['bitcoin:mainnet', 'bitcoin:signet'],
    accounts,
    features: {
      'bitcoin:connect': { version, connect: async () => ({ accounts }) },
      'bitcoin:signMessage': { version, signMessage: async () => [] },
      ...features,
    } as Record<string, unknown>,
  })

  test('a wallet that calls itself as one of ours takes the id of nobody else', () => {
    expect(find({}, { ...walletOf(), name: 'auth' }).map(({ id }) => id)).toEqual(['announced:auth'])
  })

  test('gives both kinds of addresses with their keys', async () => {
    const connector = only(...find({}, walletOf()))
    const [{ path, ...first }, second] = session.accounts as [{ path: string }, object]
    expect(await connector.connect(request())).toEqual([{ ...session, accounts: [first, second] }])
    expect(path).toBe(payment.path)
  })

  test('is found by chains written as CAIP-2 too', async () => {
    const chains = [bitcoin.caipNetworkId]
    const connector = only(...find({}, { ...walletOf([accountOf(payment, { chains })]), chains }))
    expect(await outcome(connector.connect(request()))).toBe('resolved')
  })

  test.each<[string, object]>([
    ['of other chains', { ...walletOf(), chains: ['solana:mainnet'] }],
    ['that does not connect', walletOf([], { 'bitcoin:connect': undefined })],
    ['that signs nothing', walletOf([], { 'bitcoin:signMessage': { version: '2.0.0' } })],
    ['whose sats-connect is none', { ...walletOf(), chains: [], features: { 'sats-connect:': { provider: {} } } }],
  ])('a wallet %s is no Bitcoin wallet', (_, wallet) => {
    expect(find({}, wallet)).toEqual([])
  })

  test.each<[string, unknown, ErrorName]>([
    [
      'a key of another address',
      [accountOf(payment, { publicKey: hex.decode(`02${ordinal.publicKey}`) })],
      'WALLET_MISBEHAVED',
    ],
    ['an address of another chain', [accountOf(payment, { address: '0x00' })], 'WALLET_MISBEHAVED'],
    [
      'an address of a network that it does not serve',
      [accountOf(payment, { chains: ['bitcoin:signet'] })],
      'WALLET_MISBEHAVED',
    ],
    ['accounts of other chains', [accountOf(payment, { chains: ['solana:mainnet'] })], 'NAMESPACE_NOT_GRANTED'],
    ['no list', 'accounts', 'WALLET_MISBEHAVED'],
  ])('%s connects nobody', async (_, accounts, error) => {
    const connector = only(...find({}, walletOf(accounts)))
    expect(await outcome(connector.connect(request()))).toBe(error)
  })

  test('what its features cannot be told is not asked for', async () => {
    const connector = only(...find({}, walletOf()))
    await connector.connect(request())
    const ask = (method: string, params: object) => outcome(connector.request('bip122', { method, params }))
    expect(await ask('signMessage', { message: 'hi', protocol: 'bip322' })).toBe('WALLET_UNAVAILABLE')
    expect(await ask('sendTransfer', { recipientAddress: stranger, amount: '1' })).toBe('WALLET_UNAVAILABLE')
    expect(await ask('signPsbt', { psbt })).toBe('INVALID_PARAMS')
    expect(await ask('signPsbt', { psbt, signInputs: [{ address, index: 0 }] })).toBe('WALLET_UNAVAILABLE')
    expect(await ask('signMessage', { message: 'hi' })).toBe('WALLET_MISBEHAVED')
  })

  test('a PSBT is handed over with the kinds of signatures by their names', async () => {
    const seen: unknown[] = []
    const signTransaction = async (input: unknown) => {
      seen.push(input)
      return [{ signedPsbt: base64.decode(psbt) }]
    }
    const wallet = walletOf(undefined, { 'bitcoin:signTransaction': { version, signTransaction } })
    const connector = only(...find({}, wallet))
    await connector.connect(request())
    const sign = (...sighashTypes: number[]) =>
      outcome(
        connector.request('bip122', {
          method: 'signPsbt',
          params: { psbt, signInputs: [{ address, index: 3, sighashTypes }] },
        }),
      )
    expect(await sign(0x81)).toBe('resolved')
    expect(seen).toMatchObject([
      { chain: 'bitcoin:mainnet', inputsToSign: [{ signingIndexes: [3], sigHash: 'ALL|ANYONECANPAY' }] },
    ])
    expect(await sign(0x84)).toBe('WALLET_UNAVAILABLE')
    expect(await sign(1, 2)).toBe('WALLET_UNAVAILABLE')
  })
})

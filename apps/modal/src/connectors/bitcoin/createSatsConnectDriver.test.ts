import { bitcoinSignet, bitcoinTestnet } from '@latchkey/chains'
import type { ErrorName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../Connector.ts'
import { outcome } from '../outcome.fixture.ts'
import {
  account,
  find,
  honest,
  type Method,
  mainnet,
  notFound,
  only,
  ordinal,
  pageOf,
  payment,
  providerOf,
  rejecting,
  request,
  session,
  setup,
  stacks,
} from './wallet.fixture.ts'

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
    ['a key of another address', { ...account, addresses: [other] }, 'WALLET_INVALID_RESPONSE'],
    ['a key that is none', { ...account, addresses: [{ ...payment, publicKey: 'zz' }] }, 'WALLET_INVALID_RESPONSE'],
    ['a key that is a number', { ...account, addresses: [{ ...payment, publicKey: 1 }] }, 'WALLET_INVALID_RESPONSE'],
    [
      'an address of another network',
      { ...account, network: { bitcoin: { name: 'Signet' } } },
      'WALLET_INVALID_RESPONSE',
    ],
    [
      'an address with a wrong checksum',
      { ...account, addresses: [{ ...payment, address: payment.address.replace('u', 'v') }] },
      'WALLET_INVALID_RESPONSE',
    ],
    [
      'an address of another chain',
      { ...account, addresses: [{ ...payment, address: '0x00' }] },
      'WALLET_INVALID_RESPONSE',
    ],
    [
      'a network that does not exist',
      { ...account, network: { bitcoin: { name: 'toString' } } },
      'WALLET_INVALID_RESPONSE',
    ],
    ['no list', { ...account, addresses: 'bc1' }, 'WALLET_INVALID_RESPONSE'],
    ['nothing', { jsonrpc: '2.0', id: '1' }, 'WALLET_INVALID_RESPONSE'],
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
    ['a user who does not want to', rejecting(-32000), 'USER_REJECTED'],
    ['a wallet that says so and stays', () => null, 'WALLET_INVALID_RESPONSE'],
  ])('%s', async (_, wallet_changeNetwork, error) => {
    const { connector } = await setup({ wallet_changeNetwork })
    expect(await outcome(connector.switchNetwork(bitcoinSignet.caipNetworkId))).toBe(error)
    expect(await outcome(connector.request('bip122', { method: 'getAccountAddresses' }))).toBe('resolved')
  })
})

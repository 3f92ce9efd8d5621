import { bitcoin } from '@latchkey/chains'
import type { ErrorName } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { address, find, only, ordinal, payment, psbt, request, session, stranger } from './wallet.fixture.ts'

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

  test('a wallet that calls itself as one of ours takes no other wallet’s id', () => {
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
      'WALLET_INVALID_RESPONSE',
    ],
    ['an address of another chain', [accountOf(payment, { address: '0x00' })], 'WALLET_INVALID_RESPONSE'],
    [
      'an address of a network that it does not serve',
      [accountOf(payment, { chains: ['bitcoin:signet'] })],
      'WALLET_INVALID_RESPONSE',
    ],
    ['accounts of other chains', [accountOf(payment, { chains: ['solana:mainnet'] })], 'NAMESPACE_NOT_GRANTED'],
    ['no list', 'accounts', 'WALLET_INVALID_RESPONSE'],
  ])('%s connects no account', async (_, accounts, error) => {
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
    expect(await ask('signMessage', { message: 'hi' })).toBe('WALLET_INVALID_RESPONSE')
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

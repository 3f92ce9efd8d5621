/** Bitcoin wallets as sats-connect finds them, with scripted answers. */
import { bitcoin, type CaipNetworkId } from '@latchkey/chains'
import { base64 } from '@scure/base'
import type { Connector } from '../Connector.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createBitcoinSource } from './bitcoinSource.ts'

// The first account of the recovery phrase of BIP-84's and BIP-86's test vectors.
export const payment = {
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  purpose: 'payment',
  addressType: 'p2wpkh',
  path: "m/84'/0'/0'/0/0",
}
export const ordinal = {
  address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  publicKey: 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
  purpose: 'ordinals',
  addressType: 'p2tr',
}
export const stacks = { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '03', purpose: 'stacks' }
export const mainnet = { bitcoin: { name: 'Mainnet' }, stacks: { name: 'mainnet' } }
export const session = {
  namespace: 'bip122',
  accounts: [
    { address: payment.address, type: 'payment', publicKey: payment.publicKey, path: payment.path },
    { address: ordinal.address, type: 'ordinal', publicKey: ordinal.publicKey },
  ],
  network: bitcoin.caipNetworkId,
}

export type Method = (params: Record<string, unknown>) => unknown
export const rejecting = (code: number, message = 'no') => ({ error: { code, message } })
export const notFound = rejecting(-32601, 'Method not found')

/** A provider with scripted answers; it doesn't know any other method. `seen` has its requests. */
export const providerOf = (methods: Record<string, Method | object>) => {
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
export const account = { id: '1', addresses: [payment, ordinal, stacks], walletType: 'software', network: mainnet }
export const honest = { wallet_connect: account, wallet_getAccount: account }

export const row = { id: 'Test.Provider', name: 'Test BTC', icon: 'data:image/png;base64,AAAA' }
export const find = (page: object, ...wallets: unknown[]): Connector[] => {
  const found: Connector[] = []
  createBitcoinSource(page, createRegister(...wallets).register)((connector) => found.push(connector))
  return found
}
export const only = (...found: Connector[]): Connector => {
  const [connector] = found
  if (connector === undefined) throw new Error('not found')
  return connector
}
export const pageOf = (provider: object) => ({ btc_providers: [row], Test: { Provider: provider } })
export const request = (network: CaipNetworkId = bitcoin.caipNetworkId) =>
  ({ namespace: 'bip122', network, networks: [network], signal: new AbortController().signal }) as const
export const setup = async (methods: Record<string, Method | object>) => {
  const { provider, ...rest } = providerOf({ ...honest, ...methods })
  const connector = only(...find(pageOf(provider)))
  await connector.connect(request())
  rest.seen.length = 0
  return { connector, ...rest }
}

export const psbt = base64.encode(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 0x00))
export const address = payment.address
export const stranger = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

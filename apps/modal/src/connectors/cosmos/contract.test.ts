/** A wallet with Keplr's interface, and its invalid answers. */
import { base64, bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import type { Connector } from '../Connector.ts'
import { type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { outcome } from '../outcome.fixture.ts'
import { createAnswers } from '../scriptedAnswers.fixture.ts'
import { createCosmosSource } from './cosmosSource.ts'

const bytesOf = (byte: number) => new Uint8Array(20).fill(byte)
const addressOf = (byte: number, prefix = 'cosmos') => bech32.encode(prefix, bech32.toWords(bytesOf(byte)))
const pubKey = new Uint8Array(33).fill(2)
const publicKey = '02'.repeat(33)
const signature = {
  pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(pubKey) },
  signature: base64.encode(new Uint8Array(64).fill(3)),
}
const network = 'cosmos:cosmoshub-4'

const setup = () => {
  const { act, lies, part } = createAnswers({
    rejected: () => new Error('Request rejected'),
    locked: () => new Error('The keyring is locked'),
  })
  const page = new EventTarget()
  const listening = new Set<unknown>()
  const { addEventListener, removeEventListener } = page
  page.addEventListener = (type: string, listener: EventListener) => {
    listening.add(listener)
    addEventListener.call(page, type, listener)
  }
  page.removeEventListener = (type: string, listener: EventListener) => {
    listening.delete(listener)
    removeEventListener.call(page, type, listener)
  }
  const seen: unknown[][] = []
  let selected = 1
  let isGone = false
  const prefixOf = (chainId: string) => (chainId === 'osmosis-1' ? 'osmo' : 'cosmos')
  const keplr = {
    enable: (chainId: string) =>
      act(() => {
        if (chainId === 'unknown-1') throw new Error('There is no chain info for unknown-1')
        isGone = false
      }),
    disable: () => act(() => undefined, true),
    getKey: (chainId: string) =>
      act(() => {
        if (isGone) throw new Error('The origin is not permitted')
        if (lies('wrongType')) return 'key'
        const bech32Address = lies('badAddress') ? addressOf(9) : addressOf(selected, prefixOf(chainId))
        return { name: 'ada', algo: 'secp256k1', pubKey, address: bytesOf(selected), bech32Address }
      }, true),
    signArbitrary: (...asked: unknown[]) =>
      act(() => {
        seen.push(asked)
        return signature
      }),
    signDirect: (...asked: unknown[]) =>
      act(() => {
        seen.push(asked)
        return { signed: asked[2], signature }
      }),
    signAmino: (...asked: unknown[]) => act(() => ({ signed: { chain_id: 'osmosis-1' }, signature, asked })),
  }
  Object.assign(page, { keplr })
  const find = () => {
    const found: Connector[] = []
    createCosmosSource(page)((connector) => found.push(connector))()
    const [connector] = found
    if (connector === undefined) throw new Error('not found')
    return connector
  }
  const tell = () => page.dispatchEvent(new Event('keplr_keystorechange'))
  const contract: ContractWallet = {
    ...part,
    connector: find(),
    namespace: 'cosmos',
    accounts: [{ address: addressOf(1), publicKey }],
    otherAccounts: [{ address: addressOf(2), publicKey }],
    network,
    otherNetwork: 'cosmos:theta-testnet-001',
    newNetwork: 'cosmos:osmosis-1',
    call: {
      args: { method: 'cosmos_signArbitrary', params: { signerAddress: addressOf(1), data: 'hello' } },
      result: signature,
    },
    reload: async () => find(),
    useOtherAccount() {
      selected = 2
      tell()
    },
    end() {
      isGone = true
      tell()
    },
    moveTo: () => undefined,
    networkOf: () => network,
    listeners: () => listening.size,
  }
  return { contract, seen, page, keplr }
}

const isNowhere = 'the wallet is on no chain: each call names one'
const hasOne = 'it gives the account in use, and fails where there is none'
describeConnector('A wallet of Cosmos', () => setup().contract, {
  cannot: {
    switchNetwork: isNowhere,
    changeNetwork: isNowhere,
    addNetwork: isNowhere,
    refuseNetwork: isNowhere,
    badNetwork: isNowhere,
    noAccount: hasOne,
    tooManyAccounts: hasOne,
  },
})

const connected = async () => {
  const made = setup()
  const { connector } = made.contract
  await connector.connect({ namespace: 'cosmos', network, networks: [network], signal: new AbortController().signal })
  return {
    ...made,
    connector,
    request: (method: string, params?: object) => connector.request('cosmos', { method, params }),
  }
}

test('a wallet that stands in the place of Keplr as well is found once, by its own name', () => {
  const { page, keplr } = setup()
  Object.assign(page, { leap: keplr })
  const names: string[] = []
  createCosmosSource(page)(({ name }) => names.push(name))()
  expect(names).toEqual(['Leap'])
})

test('a chain that the wallet rejects or does not know is not moved to; another has another address', async () => {
  const { connector, contract } = await connected()
  const heard: string[] = []
  connector.listen({ onSession: ({ accounts }) => heard.push(accounts[0].address), onEnd: () => undefined })
  contract.answer('reject')
  expect(await outcome(connector.switchNetwork('cosmos:osmosis-1'))).toBe('USER_REJECTED')
  contract.answer('approve')
  expect(await outcome(connector.switchNetwork('cosmos:unknown-1'))).toBe('CHAIN_NOT_SUPPORTED')
  await connector.switchNetwork('cosmos:osmosis-1')
  expect(heard).toEqual([addressOf(1, 'osmo')])
})

test('a document of another chain is not signed, and one that comes back as another is not believed', async () => {
  const { request, seen } = await connected()
  const doc = { chainId: 'cosmoshub-4', accountNumber: '0', authInfoBytes: 'CgI=', bodyBytes: 'CgE=' }
  const sign = (change: object) =>
    request('cosmos_signDirect', { signerAddress: addressOf(1), signDoc: { ...doc, ...change } })
  expect(await outcome(sign({ chainId: 'osmosis-1' }))).toBe('INVALID_PARAMS')
  expect(await outcome(sign({ bodyBytes: '0a' }))).toBe('INVALID_PARAMS')
  expect(seen).toEqual([])
  expect(await outcome(sign({}))).toBe('resolved')
  expect(await sign({})).toEqual({ signed: doc, signature })
  const amino = { signerAddress: addressOf(1), signDoc: { chain_id: 'cosmoshub-4' } }
  expect(await outcome(request('cosmos_signAmino', amino))).toBe('WALLET_INVALID_RESPONSE')
  expect(await outcome(request('cosmos_other', {}))).toBe('METHOD_NOT_ALLOWED')
  expect(await request('cosmos_getAccounts')).toEqual([
    { algo: 'secp256k1', address: addressOf(1), pubkey: base64.encode(pubKey) },
  ])
})

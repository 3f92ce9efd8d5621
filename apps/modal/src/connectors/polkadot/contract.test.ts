/** A wallet in `injectedWeb3`, and its invalid answers. */
import { formatPolkadotAddress } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { maxAccounts } from '../../maxAccounts.ts'
import type { Connector } from '../Connector.ts'
import { type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { outcome } from '../outcome.fixture.ts'
import { createAnswers } from '../scriptedAnswers.fixture.ts'
import { createPolkadotSource } from './polkadotSource.ts'

const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
/** Wallets give addresses of any network; sessions have their network's. */
const addressOf = (byte: number) => formatPolkadotAddress({ prefix: 42, publicKey: keyOf(byte) })
const own = (byte: number) => formatPolkadotAddress({ prefix: 0, publicKey: keyOf(byte) })
const signature = `0x01${'ab'.repeat(64)}`
const network = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const setup = () => {
  const { act, lies, part } = createAnswers({
    rejected: () => new Error('Rejected'),
    locked: () => new Error('The wallet is locked'),
  })
  const listeners = new Set<(accounts: unknown) => void>()
  const seen: unknown[] = []
  let accounts: unknown = [
    { address: addressOf(1) },
    { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'ethereum' },
  ]
  let isEnabled = false
  const told = () => {
    if (lies('noAccount')) return []
    if (lies('wrongType')) return 'accounts'
    if (lies('badAddress')) return [{ address: `${addressOf(1).slice(0, -1)}1` }]
    if (lies('tooManyAccounts')) return Array(maxAccounts + 1).fill({ address: addressOf(1) })
    return accounts
  }
  const change = (next: unknown) => {
    accounts = next
    for (const listener of [...listeners]) listener(next)
  }
  const sign = (input: object) =>
    act(() => {
      seen.push(input)
      return { id: 1, signature }
    })
  const page = {
    injectedWeb3: {
      contract: {
        version: '1',
        enable: (site: string) =>
          act(() => {
            isEnabled = site === 'Site'
            return {
              accounts: {
                get: () => act(told, true),
                subscribe(listener: (accounts: unknown) => void) {
                  listeners.add(listener)
                  listener(accounts)
                  return () => listeners.delete(listener)
                },
              },
              signer: { signRaw: sign, signPayload: sign },
            }
          }, isEnabled),
      },
      // Neither of these is a wallet.
      empty: {},
      get hostile() {
        throw new Error('hostile')
      },
    },
  }
  const findAll = () => {
    const found: Connector[] = []
    createPolkadotSource('Site', page)((connector) => found.push(connector))()
    return found
  }
  const find = () => {
    const [connector] = findAll()
    if (connector === undefined) throw new Error('not found')
    return connector
  }
  const contract: ContractWallet = {
    ...part,
    connector: find(),
    namespace: 'polkadot',
    accounts: [{ address: own(1) }],
    otherAccounts: [{ address: own(2) }],
    network,
    otherNetwork: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    newNetwork: 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
    call: {
      args: { method: 'polkadot_signMessage', params: { address: own(1), message: 'hello' } },
      result: { signature },
    },
    reload: async () => find(),
    useOtherAccount: () => change([{ address: addressOf(2) }]),
    end: () => change([]),
    moveTo: () => undefined,
    networkOf: () => network,
    listeners: () => listeners.size,
  }
  return { contract, seen, findAll, page }
}

const isNowhere = 'a key has an address on each network, and the wallet is on none'
describeConnector('A wallet of Polkadot', () => setup().contract, {
  cannot: {
    switchNetwork: isNowhere,
    changeNetwork: isNowhere,
    addNetwork: isNowhere,
    refuseNetwork: isNowhere,
    badNetwork: isNowhere,
  },
})

const connected = async () => {
  const made = setup()
  const { connector } = made.contract
  await connector.connect({ namespace: 'polkadot', network, networks: [network], signal: new AbortController().signal })
  return {
    ...made,
    connector,
    request: (method: string, params?: object) => connector.request('polkadot', { method, params }),
  }
}

test('what stands beside a wallet harms none', () => {
  expect(
    setup()
      .findAll()
      .map(({ name }) => name),
  ).toEqual(['contract'])
})

test('a text that looks like hexadecimal is signed as the text that it is', async () => {
  const { request, seen } = await connected()
  await request('polkadot_signMessage', { address: own(1), message: '0x12' })
  expect(seen).toEqual([{ address: own(1), data: '0x30783132', type: 'bytes' }])
})

test('a transaction of another network, or of an account that is not connected, is not put to the wallet', async () => {
  const { request, seen } = await connected()
  const genesisHash = `0x${network.slice(9)}${'0'.repeat(32)}`
  const sign = (address: string, change: object = {}) =>
    request('polkadot_signTransaction', { address, transactionPayload: { address, genesisHash, ...change } })
  expect(await outcome(sign(own(1), { genesisHash: `0x${'1'.repeat(64)}` }))).toBe('INVALID_PARAMS')
  expect(await outcome(sign(own(2)))).toBe('UNAUTHORIZED')
  expect(await outcome(request('polkadot_other', {}))).toBe('METHOD_NOT_ALLOWED')
  expect(seen).toEqual([])
  expect(await sign(own(1))).toEqual({ signature })
})

test('on another network the same key has another address', async () => {
  const { connector } = await connected()
  const heard: string[] = []
  connector.listen({ onSession: ({ accounts }) => heard.push(accounts[0].address), onEnd: () => undefined })
  await connector.switchNetwork('polkadot:b0a8d493285c2df73290dfb7e61f870f')
  expect(heard).toEqual([formatPolkadotAddress({ prefix: 2, publicKey: keyOf(1) })])
})

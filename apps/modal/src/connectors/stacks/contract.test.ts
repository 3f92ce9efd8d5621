/** Stacks wallets that `wbip_providers` names, and their invalid answers. */
import type { CaipNetworkId } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { maxAccounts } from '../../maxAccounts.ts'
import type { Connector } from '../Connector.ts'
import { type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { outcome } from '../outcome.fixture.ts'
import { createAnswers } from '../scriptedAnswers.fixture.ts'
import { createStacksSource } from './stacksSource.ts'

const ada = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'
const eve = 'SP000000000000000000002Q6VF78'
const onTestnet = 'ST000000000000000000002AMW42H'
const publicKey = `02${'ab'.repeat(32)}`
const signed = { signature: 'cd'.repeat(65), publicKey }
const testnet = 'stacks:2147483648'
const btc = { symbol: 'BTC', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }

/** `isBare`: a wallet that has nothing but the methods of SIP-030. */
const setup = (isBare = false) => {
  const { act, lies, part } = createAnswers({
    rejected: () => ({ code: -32000, message: 'no' }),
    locked: () => ({ code: -32002, message: 'The wallet is locked' }),
  })
  const listeners = new Set<readonly [string, (event: unknown) => void]>()
  const seen: [string, unknown][] = []
  let address = ada
  let network: CaipNetworkId = 'stacks:1'
  let isConnected = false
  let isPretending = false
  const rows = () => {
    if (lies('noAccount')) return [btc]
    if (lies('badAddress')) return [{ symbol: 'STX', address: `${ada.slice(0, -1)}8` }]
    if (lies('tooManyAccounts')) return Array(maxAccounts + 1).fill({ symbol: 'STX', address: ada })
    const used = network === testnet ? onTestnet : address
    return [btc, { symbol: 'STX', address: used, publicKey }]
  }
  const connect = () => {
    isConnected = true
    return { addresses: lies('wrongType') ? 'addresses' : rows() }
  }
  const tell = (name: string, event: unknown = { type: name }) => {
    for (const [of, listener] of [...listeners]) if (of === name) listener(event)
  }
  const own: Record<string, [isSilent: boolean, (params: Record<string, unknown>) => unknown]> = {
    wallet_connect: [false, connect],
    wallet_getAccount: [
      true,
      () => {
        if (!isConnected) throw { code: -32002, message: 'denied' }
        return { addresses: rows() }
      },
    ],
    wallet_changeNetwork: [
      false,
      ({ name }) => {
        if (!isPretending) network = name === 'Testnet' ? testnet : 'stacks:1'
        return null
      },
    ],
    wallet_disconnect: [
      true,
      () => {
        isConnected = false
        return null
      },
    ],
  }
  const common: typeof own = {
    stx_getAddresses: [false, connect],
    stx_signMessage: [false, () => signed],
    stx_transferStx: [false, () => ({ txid: '12'.repeat(32) })],
  }
  const methods = isBare ? common : { ...own, ...common }
  const provider = {
    async request(method: string, params: Record<string, unknown>) {
      const [isSilent, answer] = methods[method] ?? []
      if (answer === undefined) return { error: { code: -32601, message: 'unknown' } }
      const result = await act(() => answer(params), isSilent)
      seen.push([method, params])
      return { jsonrpc: '2.0', id: '1', result }
    },
    addListener({ eventName, cb }: { eventName: string; cb: (event: unknown) => void }) {
      const entry = [eventName, cb] as const
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
  const page = {
    wbip_providers: [
      { id: 'Contract', name: 'Contract STX' },
      { id: 'Missing', name: 'x' },
    ],
    Contract: provider,
  }
  const find = () => {
    const found: Connector[] = []
    createStacksSource(page)((connector) => found.push(connector))()
    const [connector] = found
    if (connector === undefined) throw new Error('not found')
    return connector
  }
  const contract: ContractWallet = {
    ...part,
    connector: find(),
    namespace: 'stacks',
    accounts: [{ address: ada, publicKey }],
    otherAccounts: [{ address: eve, publicKey }],
    network: 'stacks:1',
    otherNetwork: testnet,
    newNetwork: testnet,
    call: { args: { method: 'stx_signMessage', params: { message: 'hello' } }, result: signed },
    reload: async () => find(),
    useOtherAccount() {
      address = eve
      tell('accountChange')
    },
    end() {
      isConnected = false
      tell('disconnect')
    },
    moveTo: () => undefined,
    pretendToMove() {
      isPretending = true
    },
    networkOf: () => network,
    listeners: () => listeners.size,
  }
  return { contract, seen, page, find }
}

describeConnector('A Stacks wallet', () => setup().contract, {
  cannot: {
    changeNetwork: 'the addresses of another network are those of another account',
    addNetwork: 'a Stacks wallet knows the networks of Stacks and no other',
    badNetwork: 'it says its network by its addresses alone',
    switchNetwork: 'the account of the other network has another address, of which listeners hear: see below',
    refuseNetwork: 'see below',
  },
})

const requestOf = ({ network }: ContractWallet) =>
  ({ namespace: 'stacks', network, networks: [network], signal: new AbortController().signal }) as const

test('it is moved, and what it says and does not do is not believed', async () => {
  const { contract } = setup()
  const { connector } = contract
  await connector.connect(requestOf(contract))
  contract.answer('reject')
  expect(await outcome(connector.switchNetwork(testnet))).toBe('USER_REJECTED')
  contract.answer('approve')
  contract.pretendToMove()
  expect(await outcome(connector.switchNetwork(testnet))).toBe('WALLET_INVALID_RESPONSE')
})

test('a wallet that can not be asked without the user goes on with the accounts of the earlier visit', async () => {
  const { contract, find } = setup(true)
  const [session] = await contract.connector.connect(requestOf(contract))
  const asked = contract.asked()
  expect(await find().restore({ ...requestOf(contract), accounts: session?.accounts ?? [] })).toEqual([session])
  expect(await find().restore(requestOf(contract))).toEqual([])
  expect(contract.asked()).toBe(asked)
})

test('a transfer names its network and its sender, and a recipient elsewhere is refused', async () => {
  const { contract, seen } = setup()
  const { connector } = contract
  await connector.connect(requestOf(contract))
  seen.length = 0
  const send = (params: object) => connector.request('stacks', { method: 'stx_transferStx', params })
  expect(await outcome(send({ recipient: onTestnet, amount: '1' }))).toBe('ADDRESS_INVALID')
  expect(await outcome(send({ recipient: eve, amount: '0' }))).toBe('INVALID_PARAMS')
  expect(await outcome(send({ recipient: eve, amount: '1', sender: eve }))).toBe('UNAUTHORIZED')
  expect(await outcome(connector.request('stacks', { method: 'stx_other' }))).toBe('METHOD_NOT_ALLOWED')
  expect(seen).toEqual([])
  expect(await send({ recipient: eve, amount: '1' })).toEqual({ txid: '12'.repeat(32) })
  expect(seen).toEqual([
    ['stx_transferStx', { recipient: eve, amount: '1', sender: ada, address: ada, network: 'mainnet' }],
  ])
})

test('of lists and old places a wallet is found once, and those of Bitcoin alone are left out', () => {
  const { page } = setup()
  const names: string[] = []
  const bitcoin = { request: () => undefined }
  createStacksSource({
    ...page,
    LeatherProvider: page.Contract,
    Bitcoin: bitcoin,
    btc_providers: [{ id: 'Bitcoin', name: 'Bitcoin', methods: ['signPsbt'] }],
  })(({ name }) => names.push(name))()
  expect(names).toEqual(['Contract STX'])
})

/** A Sui wallet of the Wallet Standard, and its invalid answers. */
import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { maxAccounts } from '../../maxAccounts.ts'
import { type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { outcome } from '../outcome.fixture.ts'
import { createAnswers } from '../scriptedAnswers.fixture.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createSuiSource } from './suiSource.ts'

const ada = `0x${'a1'.repeat(32)}`
const eve = `0x${'e1'.repeat(32)}`
const signature = base64.encode(new Uint8Array(97).fill(1))
const bytesOf = (message: Uint8Array) => base64.encode(message)
const features = ['sui:signPersonalMessage', 'sui:signTransaction', 'sui:signAndExecuteTransaction']
const chains = ['sui:mainnet', 'sui:testnet']
const accountOf = (address: string, more: object = {}) => ({
  address,
  publicKey: new Uint8Array(32),
  chains,
  features,
  ...more,
})

const setup = (changes: Record<string, unknown> = {}) => {
  const { act, lies, part } = createAnswers({
    rejected: () => Object.assign(new Error('no'), { code: 4001 }),
    locked: () => new Error('The wallet is locked'),
  })
  const listeners = new Set<() => void>()
  const seen: unknown[] = []
  let granted: object[] = []
  let selected = ada
  const told = () => {
    if (lies('noAccount')) return []
    if (lies('badAddress')) return [accountOf('0x12')]
    if (lies('tooManyAccounts')) return Array(maxAccounts + 1).fill(accountOf(ada))
    return [accountOf(selected)]
  }
  const change = (accounts: object[]) => {
    granted = accounts
    for (const listener of listeners) listener()
  }
  const wallet = {
    version: '1.0.0',
    name: 'Contract Sui',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    get accounts() {
      return granted
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: ({ silent = false } = {}) =>
          act(() => {
            if (!silent) granted = told()
            return { accounts: lies('wrongType') ? 'accounts' : granted }
          }, silent),
      },
      'standard:disconnect': { version: '1.0.0', disconnect: () => act(() => change([]), true) },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: () => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'sui:signPersonalMessage': {
        version: '1.1.0',
        signPersonalMessage: (input: { message: Uint8Array }) =>
          act(() => {
            seen.push(input)
            return { bytes: bytesOf(input.message), signature }
          }),
      },
      'sui:signTransaction': {
        version: '2.0.0',
        signTransaction: (input: { transaction: { toJSON(): Promise<string> } }) =>
          act(async () => ({ bytes: await input.transaction.toJSON(), signature })),
      },
      ...changes,
    },
  }
  const { register } = createRegister(wallet)
  const find = () => {
    const found: Parameters<Parameters<ReturnType<typeof createSuiSource>>[0]>[0][] = []
    createSuiSource(register)((connector) => found.push(connector))()
    const [connector] = found
    if (connector === undefined) throw new Error('not found')
    return connector
  }
  const contract: ContractWallet = {
    ...part,
    connector: find(),
    namespace: 'sui',
    accounts: [{ address: ada }],
    otherAccounts: [{ address: eve }],
    network: 'sui:mainnet',
    otherNetwork: 'sui:testnet',
    newNetwork: 'sui:devnet',
    call: { args: { method: 'sui_signPersonalMessage', params: { message: 'hello' } }, result: { signature } },
    reload: async () => find(),
    useOtherAccount() {
      selected = eve
      change([accountOf(eve)])
    },
    end: () => change([]),
    moveTo: () => undefined,
    networkOf: () => 'sui:mainnet',
    listeners: () => listeners.size,
  }
  return { contract, seen }
}

const isNowhere = 'a Sui wallet is on no network: each call names one'
describeConnector('A Sui wallet', () => setup().contract, {
  cannot: {
    switchNetwork: isNowhere,
    changeNetwork: isNowhere,
    addNetwork: isNowhere,
    refuseNetwork: isNowhere,
    badNetwork: isNowhere,
  },
})

const connected = async (changes: Record<string, unknown> = {}) => {
  const { contract, seen } = setup(changes)
  const { connector, network } = contract
  await connector.connect({ namespace: 'sui', network, networks: [network], signal: new AbortController().signal })
  return { request: (method: string, params?: object) => connector.request('sui', { method, params }), seen }
}

test('a transaction is handed on as it is, and comes back signed, with what the wallet made of it', async () => {
  const { request } = await connected()
  const transaction = base64.encode(Uint8Array.of(1, 2, 3))
  expect(await request('sui_signTransaction', { transaction, address: ada })).toEqual({
    transactionBytes: transaction,
    signature,
  })
  expect(await request('sui_getAccounts')).toEqual([{ address: ada, pubkey: base64.encode(new Uint8Array(32)) }])
})

test('what the page asks wrongly, and what the wallet has not, is refused', async () => {
  const { request, seen } = await connected()
  expect(await outcome(request('sui_signPersonalMessage', { message: 1 }))).toBe('INVALID_PARAMS')
  expect(await outcome(request('sui_signPersonalMessage', { message: 'a', other: 1 }))).toBe('INVALID_PARAMS')
  expect(await outcome(request('sui_signPersonalMessage', { message: 'a', address: eve }))).toBe('UNAUTHORIZED')
  expect(await outcome(request('sui_signTransaction', { transaction: 'no base64' }))).toBe('INVALID_PARAMS')
  expect(await outcome(request('sui_signAndExecuteTransaction', { transaction: 'AQ==' }))).toBe('WALLET_UNAVAILABLE')
  expect(await outcome(request('sui_drain', {}))).toBe('METHOD_NOT_ALLOWED')
  expect(seen).toEqual([])
})

test('a wallet that signs another message is not believed', async () => {
  const { request } = await connected({
    'sui:signPersonalMessage': { version: '1.1.0', signPersonalMessage: async () => ({ bytes: 'AQ==', signature }) },
  })
  expect(await outcome(request('sui_signPersonalMessage', { message: 'hello' }))).toBe('WALLET_INVALID_RESPONSE')
})

import { bitcoin, bitcoinSignet, bitcoinTestnet, type CaipNetworkId } from '@latchkey/chains'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createDrivenConnector } from './createDrivenConnector.ts'
import type { Grant, Look, WalletDriver } from './WalletDriver.ts'

const network = bitcoin.caipNetworkId
const grantOf = (address: string, on: CaipNetworkId = network): Grant => ({ accounts: [{ address }], network: on })

/** A connector over a scripted driver, and its results. */
const setup = (driver: Partial<WalletDriver> = {}) => {
  const closes: string[] = []
  const heard: string[] = []
  let hear: (look: Look) => void = () => undefined
  const connector = createDrivenConnector({
    id: 'test',
    type: 'announced',
    name: 'Test',
    icon: null,
    rdns: null,
    driver: {
      namespace: 'bip122',
      open: async () => grantOf('a'),
      reopen: async () => grantOf('a'),
      follow(_, listener) {
        hear = listener
        return () => undefined
      },
      move: async (to) => grantOf('a', to),
      call: async () => 'answer',
      close: () => closes.push('close'),
      ...driver,
    },
  })
  connector.listen({
    onSession: ({ accounts, network: on }) => heard.push(`${accounts[0].address} ${on === network ? 'main' : 'test'}`),
    onEnd: () => heard.push('end'),
  })
  const request = (signal = new AbortController().signal) =>
    ({ namespace: 'bip122', network, networks: [network], signal }) as const
  return { connector, closes, heard, request, hear: (look: Look) => hear(look) }
}
const outcome = async (act: Promise<unknown>): Promise<ErrorName | 'resolved'> => {
  try {
    await act
    return 'resolved'
  } catch (thrown) {
    return AppError.from(thrown).name
  }
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

test('of an approval that comes after the user has left nothing comes, and it is not taken back', async () => {
  const approvals = [Promise.withResolvers<Grant>(), Promise.withResolvers<Grant>()]
  let asked = 0
  const { connector, closes, heard, request } = setup({ open: async () => approvals[asked++]?.promise ?? null })
  const leaving = new AbortController()
  const first = outcome(connector.connect(request(leaving.signal)))
  leaving.abort()
  expect(await first).toBe('ABORTED')
  approvals[0]?.resolve(grantOf('a'))
  await turn()
  expect(await outcome(connector.request('bip122', { method: 'x' }))).toBe('DISCONNECTED')
  const second = connector.connect(request())
  approvals[1]?.resolve(grantOf('b'))
  expect(await second).toMatchObject([{ accounts: [{ address: 'b' }] }])
  expect({ closes, heard }).toEqual({ closes: [], heard: [] })
})

test('disconnecting ends an attempt to connect again too', async () => {
  const answers = [Promise.resolve(grantOf('a')), Promise.withResolvers<Grant>().promise]
  const { connector, closes, request } = setup({ open: async () => answers.shift() ?? null })
  await connector.connect(request())
  await connector.disconnect()
  const again = outcome(connector.connect(request()))
  await connector.disconnect()
  expect(await again).toBe('DISCONNECTED')
  expect(closes).toEqual(['close'])
})

test('of two looks at the wallet the later one counts, whichever ends first', async () => {
  const { connector, heard, request, hear } = setup()
  await connector.connect(request())
  const slow = Promise.withResolvers<Grant>()
  hear(() => slow.promise)
  hear(() => grantOf('b'))
  await turn()
  slow.resolve(grantOf('c'))
  await turn()
  expect(heard).toEqual(['b main'])
})

test('a look that fails ends the session, and waits for nobody', async () => {
  const { connector, heard, request, hear } = setup()
  await connector.connect(request())
  hear(() => {
    throw new AppError('WALLET_INVALID_RESPONSE')
  })
  await turn()
  expect(heard).toEqual(['end'])
  expect(await outcome(connector.request('bip122', { method: 'x' }))).toBe('DISCONNECTED')
})

test('what is told while nobody is connected is not heard', async () => {
  const { connector, heard, request, hear } = setup()
  await connector.connect(request())
  await connector.disconnect()
  hear(() => grantOf('b'))
  await turn()
  expect(heard).toEqual([])
})

test('a move that the wallet tells of itself is told to nobody; other accounts are', async () => {
  const moving = Promise.withResolvers<Grant>()
  const { connector, heard, request, hear } = setup({ move: () => moving.promise })
  await connector.connect(request())
  const moved = connector.switchNetwork(bitcoinSignet.caipNetworkId)
  hear(() => grantOf('a', bitcoinSignet.caipNetworkId))
  await turn()
  moving.resolve(grantOf('a', bitcoinSignet.caipNetworkId))
  await moved
  expect(heard).toEqual([])
  hear(() => grantOf('b', bitcoinSignet.caipNetworkId))
  await turn()
  expect(heard).toEqual(['b test'])
})

test('a wallet that fails to move and has moved all the same has moved by itself', async () => {
  const moving = Promise.withResolvers<Grant>()
  const { connector, heard, request, hear } = setup({ move: () => moving.promise })
  await connector.connect(request())
  const moved = outcome(connector.switchNetwork(bitcoinSignet.caipNetworkId))
  hear(() => grantOf('a', bitcoinSignet.caipNetworkId))
  await turn()
  moving.reject(new Error('lost'))
  expect(await moved).toBe('INTERNAL')
  expect(heard).toEqual(['a test'])
})

test.each<[string, Grant | null]>([
  ['nothing', null],
  ['no account', { accounts: [], network: bitcoinSignet.caipNetworkId }],
  ['another network', grantOf('a', bitcoinTestnet.caipNetworkId)],
])('a move that ends with %s is not believed, and leaves everything as it was', async (_, grant) => {
  const { connector, heard, request } = setup({ move: async () => grant })
  await connector.connect(request())
  expect(await outcome(connector.switchNetwork(bitcoinSignet.caipNetworkId))).toBe('WALLET_INVALID_RESPONSE')
  expect(await outcome(connector.request('bip122', { method: 'x' }))).toBe('resolved')
  expect(heard).toEqual([])
})

test('a session that the wallet ends in the middle of a move ends the move', async () => {
  const { connector, heard, request, hear } = setup({ move: () => new Promise(() => undefined) })
  await connector.connect(request())
  const moved = outcome(connector.switchNetwork(bitcoinSignet.caipNetworkId))
  hear(() => null)
  expect(await moved).toBe('DISCONNECTED')
  expect(heard).toEqual(['end'])
})

test('disconnecting in the middle of an attempt ends the attempt, and what comes of it', async () => {
  const approval = Promise.withResolvers<Grant>()
  const { connector, closes, request } = setup({ open: () => approval.promise })
  const attempt = outcome(connector.connect(request()))
  await connector.disconnect()
  expect(await attempt).toBe('DISCONNECTED')
  approval.resolve(grantOf('a'))
  await turn()
  expect(closes).toEqual(['close'])
  expect(await connector.restore(request())).toEqual([])
})

test('a wallet that cannot be closed is left all the same', async () => {
  for (const close of [
    () => Promise.reject(new Error('no')),
    () => {
      throw null
    },
  ]) {
    const { connector, request } = setup({ close })
    await connector.connect(request())
    expect(await outcome(connector.disconnect())).toBe('resolved')
    expect(await outcome(connector.request('bip122', { method: 'x' }))).toBe('DISCONNECTED')
  }
})

test('a network of another namespace is refused, whatever is asked', async () => {
  const { connector, request } = setup()
  const elsewhere = { ...request(), network: 'eip155:1' } as const
  expect(await outcome(connector.connect(elsewhere))).toBe('CHAIN_NOT_SUPPORTED')
  expect(await outcome(connector.restore(elsewhere))).toBe('CHAIN_NOT_SUPPORTED')
})

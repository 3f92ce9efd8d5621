import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createTestModal, settle, type TestOptions } from '../modal.fixture.ts'
import { switchNetworkAtom } from './connection.ts'
import { leaveAccountAtom } from './connections.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { restoreAtom } from './restoring.ts'
import { nativeTokenAtom, refreshTokensAtom, tokensAtom, totalWorthAtom } from './tokens.ts'

const connected = async (replace: Partial<AccountApi> = {}, options: TestOptions = {}) => {
  const api = testAccountApi(replace)
  const modal = createTestModal({ remembered: true, services: { loadAccountApi: async () => api }, ...options })
  await modal.store.set(restoreAtom)
  const symbols = () => modal.store.get(tokensAtom).items.map(({ symbol }) => symbol)
  return { ...modal, asked: api.asked, symbols }
}

test('is loading until it is known', async () => {
  const { store, symbols } = await connected({ balances: async () => [testEther(), testUsdc()] })
  expect(store.get(tokensAtom)).toEqual(expect.objectContaining({ status: 'loading', items: [], atMs: 0 }))
  const refreshed = store.set(refreshTokensAtom)
  expect(store.get(tokensAtom).status).toBe('loading')
  await refreshed
  expect(store.get(tokensAtom)).toMatchObject({ status: 'ready', error: null })
  expect(symbols()).toEqual(['ETH', 'USDC'])
  expect(store.get(nativeTokenAtom)?.quantity.numeric).toBe('1')
  expect(store.get(totalWorthAtom)).toBe(2250)
})

test('is read again after 30 seconds, and at once past the cache when money has moved', async () => {
  const { store, asked, clock } = await connected()
  await store.set(refreshTokensAtom)
  await store.set(refreshTokensAtom)
  expect(asked).toEqual(['balances eip155:31337'])
  await clock.advance(30_000)
  await store.set(refreshTokensAtom)
  store.set(invalidateBalancesAtom)
  await store.set(refreshTokensAtom)
  expect(asked.slice(1)).toEqual(['balances eip155:31337', 'balances eip155:31337 forced'])
})

test('several who ask at the same time share one answer', async () => {
  const { store, asked } = await connected()
  await Promise.all([store.set(refreshTokensAtom), store.set(refreshTokensAtom)])
  expect(asked).toHaveLength(1)
  await Promise.all([store.set(refreshTokensAtom, true), store.set(refreshTokensAtom, true)])
  expect(asked).toHaveLength(2)
})

test('who tries again while an answer is late asks anew, and what comes of the first question is dropped', async () => {
  const answers: { ok: (numeric: string) => void; fail: () => void }[] = []
  const { store } = await connected({
    balances: () =>
      new Promise((resolve, reject) =>
        answers.push({
          ok: (numeric) => resolve([testEther(numeric)]),
          fail: () => reject(new AppError('CHAIN_UNREACHABLE')),
        }),
      ),
  })
  const late = store.set(refreshTokensAtom)
  await settle()
  const again = store.set(refreshTokensAtom, true)
  await settle()
  answers[0]?.fail()
  await late
  expect(store.get(tokensAtom)).toMatchObject({ status: 'loading', error: null })
  answers[1]?.ok('7')
  await again
  expect(store.get(tokensAtom)).toMatchObject({ status: 'ready', error: null })
  expect(store.get(nativeTokenAtom)?.quantity.numeric).toBe('7')
})

test('an answer from before money moved does not take the place of one from after', async () => {
  const answers: ((numeric: string) => void)[] = []
  const { store } = await connected({
    balances: () => new Promise((resolve) => answers.push((numeric) => resolve([testEther(numeric)]))),
  })
  const before = store.set(refreshTokensAtom)
  await settle()
  store.set(invalidateBalancesAtom)
  const after = store.set(refreshTokensAtom)
  await settle()
  answers[1]?.('7')
  await after
  answers[0]?.('8')
  await before
  expect(store.get(nativeTokenAtom)?.quantity.numeric).toBe('7')
})

test('a failure keeps what was known, and is not repeated for 30 seconds unless asked', async () => {
  let isDown = false
  const { store, asked, clock, symbols } = await connected({
    async balances() {
      if (isDown) throw new AppError('CHAIN_UNREACHABLE')
      return [testEther(), testUsdc()]
    },
  })
  await store.set(refreshTokensAtom)
  const { atMs } = store.get(tokensAtom)
  isDown = true
  await clock.advance(30_000)
  await store.set(refreshTokensAtom)
  expect(store.get(tokensAtom)).toMatchObject({ status: 'error', atMs, error: { name: 'CHAIN_UNREACHABLE' } })
  expect(symbols()).toEqual(['ETH', 'USDC'])
  await clock.advance(29_999)
  await store.set(refreshTokensAtom)
  expect(asked).toHaveLength(2)
  isDown = false
  await store.set(refreshTokensAtom, true)
  expect(store.get(tokensAtom)).toMatchObject({ status: 'ready', error: null })
})

test('tokens of zero decimals are dropped, and names are one line that reads as it is', async () => {
  const { store, symbols } = await connected({
    balances: async () => [
      {
        ...testUsdc('9'),
        address: `eip155:31337:0x${'1'.repeat(40)}`,
        symbol: 'SPAM',
        quantity: { decimals: '0', numeric: '9' },
      },
      { ...testUsdc('3'), symbol: 'A\u202eB\nC', name: '<script>alert(1)</script>' },
      testEther(),
    ],
  })
  await store.set(refreshTokensAtom)
  expect(symbols()).toEqual(['ETH', 'AB C'])
  expect(store.get(tokensAtom).items[1]?.name).toBe('<script>alert(1)</script>')
})

test.each(['CHAIN_NOT_SUPPORTED', 'NOT_ENABLED'] as const)(
  '%s leaves the coin that the wallet itself knows',
  async (name) => {
    const { store, symbols } = await connected({
      balances: async () => {
        throw new AppError(name)
      },
    })
    await store.set(refreshTokensAtom)
    expect(store.get(tokensAtom)).toMatchObject({ status: 'error', error: { name: 'CHAIN_NOT_SUPPORTED' } })
    expect(symbols()).toEqual(['ETH'])
    expect(store.get(totalWorthAtom)).toBeNull()
  },
)

test('a chain that nobody serves has an empty list', async () => {
  const { store, symbols } = await connected(
    {
      balances: async () => {
        throw new AppError('CHAIN_NOT_SUPPORTED')
      },
    },
    {
      handlers: {
        RPC_REQUEST: async () => {
          throw new AppError('CHAIN_NOT_SUPPORTED')
        },
      },
    },
  )
  await store.set(refreshTokensAtom)
  expect(store.get(tokensAtom)).toMatchObject({ status: 'error', atMs: 0, error: { name: 'CHAIN_NOT_SUPPORTED' } })
  expect(symbols()).toEqual([])
})

test('each network has its own', async () => {
  const { store, symbols } = await connected()
  await store.set(refreshTokensAtom)
  await store.set(switchNetworkAtom, 'eip155:1337')
  expect(symbols()).toEqual([])
})

test('the next visit begins with what was known, marked as old until it is confirmed', async () => {
  const kept = new Map<string, string>()
  const first = await connected({ balances: async () => [testEther(), testUsdc()] }, { kept })
  await first.store.set(refreshTokensAtom)
  const { atMs } = first.store.get(tokensAtom)
  first.leave()
  const second = await connected({}, { kept })
  expect(second.store.get(tokensAtom)).toMatchObject({ status: 'loading', atMs })
  expect(second.symbols()).toEqual(['ETH', 'USDC'])
  await second.store.set(refreshTokensAtom)
  expect(second.asked).toEqual(['balances eip155:31337'])
  expect(second.symbols()).toEqual(['ETH'])
})

test('disconnecting forgets what was known', async () => {
  const kept = new Map<string, string>()
  const { store } = await connected({}, { kept })
  await store.set(refreshTokensAtom)
  expect([...kept.keys()].some((key) => key.endsWith('account-cache'))).toBe(true)
  await store.set(leaveAccountAtom)
  expect([...kept.keys()].some((key) => key.endsWith('account-cache'))).toBe(false)
})

import type { TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createSmartLogin, smartAddress, smartChains } from '../connectors/auth/smartLogin.fixture.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { setAccountTypeAtom } from './accountType.ts'
import { switchNetworkAtom } from './connection.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { holdingsAtom, otherFundsAtom, otherTokensAtom, portfolioWorthAtom, refreshPortfolioAtom } from './portfolio.ts'
import { restoreAtom } from './restoring.ts'
import { refreshTokensAtom } from './tokens.ts'

const [local, other] = ['eip155:31337', 'eip155:1337']

/** Balances of each address: on one network, or on all. */
const holding = (held: Record<string, readonly TokenBalance[]>): Partial<AccountApi> => ({
  balances: async (address, network) => (held[address] ?? []).filter(({ chainId }) => chainId === network),
  portfolio: async (address) => held[address] ?? [],
})

const opened = async (api: Partial<AccountApi>, options: TestOptions = {}) => {
  const accountApi = testAccountApi(api)
  const modal = createTestModal({
    remembered: true,
    smartAccountNetworks: smartChains,
    handlers: createSmartLogin().handlers,
    ...options,
    services: { loadAccountApi: async () => accountApi, ...options.services },
  })
  await modal.store.set(restoreAtom)
  const read = async () => {
    await modal.store.set(refreshTokensAtom)
    await modal.store.set(refreshPortfolioAtom)
  }
  await read()
  const shown = () =>
    modal.store.get(holdingsAtom).map(({ symbol, chainId, quantity }) => `${quantity.numeric} ${symbol} ${chainId}`)
  return { ...modal, read, shown, asked: accountApi.asked }
}

test('one total takes in all networks and both types of account; the list is what the site can use', async () => {
  const { store, shown } = await opened(
    holding({
      [testAddress]: [testEther('1', local), testUsdc('250', local), testEther('0.5', other)],
      [smartAddress]: [testEther('2', local)],
    }),
  )
  expect(store.get(portfolioWorthAtom)).toBe(1 * 2000 + 250 + 1000 + 4000)
  expect(shown()).toEqual([`1 ETH ${local}`, `0.5 ETH ${other}`, `250 USDC ${local}`])
})

test('a change of the account type leaves the total, and says where the money is', async () => {
  const { store, read, shown } = await opened(holding({ [testAddress]: [testEther('10', local)] }))
  expect(store.get(otherFundsAtom)).toBeNull()
  await store.set(setAccountTypeAtom, 'smartAccount')
  await read()
  expect(store.get(portfolioWorthAtom)).toBe(20_000)
  expect(store.get(otherFundsAtom)).toEqual({ address: testAddress, type: 'eoa', worth: 20_000 })
  expect(store.get(otherTokensAtom)).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '10' } }])
  expect(shown()).toEqual([])
})

test('on a network without smart accounts the money in the smart account still counts', async () => {
  const { store, read } = await opened(holding({ [smartAddress]: [testEther('3', local)] }))
  await store.set(switchNetworkAtom, 'eip155:1')
  await read()
  expect(store.get(portfolioWorthAtom)).toBe(6000)
  expect(store.get(otherFundsAtom)).toEqual({ address: smartAddress, type: 'smartAccount', worth: 6000 })
  expect(store.get(otherTokensAtom)).toEqual([])
})

test('with one address for both types nothing is counted twice', async () => {
  const { store, read } = await opened(holding({ [testAddress]: [testEther('1', other)] }))
  await store.set(switchNetworkAtom, 'eip155:1337')
  await read()
  expect(store.get(portfolioWorthAtom)).toBe(2000)
  expect(store.get(otherFundsAtom)).toBeNull()
})

test('test networks count where the site uses them alone', async () => {
  const { store } = await opened(holding({ [testAddress]: [testEther('1', 'eip155:11155111'), testEther('1', local)] }))
  expect(store.get(portfolioWorthAtom)).toBe(2000)
})

test('what cannot be read leaves what is known of the network in front', async () => {
  const { store, shown } = await opened({
    balances: async (address) => (address === testAddress ? [testEther('1', local)] : []),
    portfolio: async () => {
      throw new AppError('SERVICE_UNREACHABLE')
    },
  })
  expect(store.get(portfolioWorthAtom)).toBe(2000)
  expect(shown()).toEqual([`1 ETH ${local}`])
})

test('a refresh during a read waits for it', async () => {
  const slow = Promise.withResolvers<readonly TokenBalance[]>()
  let isSlow = false
  const { store, clock, asked } = await opened({
    balances: async () => [],
    portfolio: async (address) => (isSlow && address === testAddress ? slow.promise : []),
  })
  await clock.advance(30_001)
  isSlow = true
  const first = store.set(refreshPortfolioAtom)
  await settle()
  const { length } = asked
  let isDone = false
  const second = store.set(refreshPortfolioAtom).then(() => {
    isDone = true
  })
  await settle()
  expect([isDone, asked.length]).toEqual([false, length])
  slow.resolve([testEther('1', other)])
  await Promise.all([first, second])
  expect(store.get(portfolioWorthAtom)).toBe(2000)
})

test.each([
  ['that is forced', true],
  ['after money has moved', false],
])('a refresh %s reads again after a read in flight', async (_, isForced) => {
  const slow = Promise.withResolvers<readonly TokenBalance[]>()
  let isSlow = false
  const { store, clock, asked } = await opened({
    balances: async () => [],
    portfolio: async (address, isPastCache) => {
      if (address !== testAddress || !isSlow) return []
      return isPastCache ? [testEther('2', other)] : slow.promise
    },
  })
  await clock.advance(30_001)
  isSlow = true
  const first = store.set(refreshPortfolioAtom)
  await settle()
  if (!isForced) store.set(invalidateBalancesAtom)
  const second = store.set(refreshPortfolioAtom, isForced)
  slow.resolve([testEther('1', other)])
  await Promise.all([first, second])
  expect(store.get(portfolioWorthAtom)).toBe(4000)
  expect(asked.filter((call) => call === `portfolio ${testAddress} forced`)).toHaveLength(1)
})

test('it is read again after 30 s, or once money has moved, past the cache of the server', async () => {
  const { read, asked, clock, store } = await opened(holding({}))
  const reads = () => asked.filter((call) => call.startsWith(`portfolio ${testAddress}`))
  expect(reads()).toEqual([`portfolio ${testAddress}`])
  await read()
  expect(reads()).toHaveLength(1)
  await clock.advance(30_001)
  await read()
  expect(reads()).toHaveLength(2)
  store.set(invalidateBalancesAtom)
  await read()
  expect(reads().at(-1)).toBe(`portfolio ${testAddress} forced`)
})

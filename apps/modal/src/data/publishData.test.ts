import { AppError } from '@latchkey/protocol'
import { expect, onTestFinished, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { testTransaction } from '../account/testHistory.fixture.ts'
import { manyWallets, testDirectory } from '../directory/testDirectory.fixture.ts'
import { hubReaders } from '../hub.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { parseOptions } from '../options/parseOptions.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { switchNetworkAtom } from '../state/connection.ts'
import { leaveAccountAtom } from '../state/connections.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { restoreAtom } from '../state/restoring.ts'
import { publishData } from './publishData.ts'

const start = async (replace: Partial<AccountApi> = {}, networks = ['eip155:1', 'eip155:31337']) => {
  const api = testAccountApi(replace)
  const directory = testDirectory(manyWallets(50))
  const modal = createTestModal({
    remembered: true,
    settings: { networks: parseOptions({ networks }, '').settings.networks },
    services: { loadAccountApi: async () => api, loadDirectory: async () => directory },
  })
  await modal.store.set(restoreAtom)
  const actions = publishData(modal.store, modal.hub)
  const stop = modal.hub.wanted.listen(actions.follow)
  onTestFinished(() => {
    stop()
    actions.stop()
  })
  return { ...modal, ...hubReaders(modal.hub), ...actions, api, directory }
}

test('nothing is asked before the page asks, and nothing after its last listener has left', async () => {
  const { subscribeData, getData, api, store } = await start({ balances: async () => [testEther(), testUsdc()] })
  await settle()
  expect(api.asked).toEqual([])
  expect(getData('tokens').status).toBe('idle')
  const stop = subscribeData('tokens', () => undefined)
  await settle()
  expect(api.asked).toEqual(['balances eip155:31337'])
  expect(getData('tokens')).toMatchObject({
    status: 'ready',
    error: null,
    totalUsd: 2250,
    tokens: [
      { symbol: 'ETH', address: null, networkId: 'eip155:31337', amount: '1', valueUsd: 2000 },
      { symbol: 'USDC', address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 },
    ],
  })
  stop()
  store.set(invalidateBalancesAtom)
  await settle()
  expect(api.asked).toHaveLength(1)
})

test('a listener hears of what another network holds, and of money that has moved', async () => {
  const { subscribeData, api, store } = await start()
  const heard: string[] = []
  subscribeData('tokens', ({ status, tokens }) => heard.push(`${status} ${tokens[0]?.networkId ?? ''}`))
  await settle()
  await store.set(switchNetworkAtom, 'eip155:1')
  await settle()
  store.set(invalidateBalancesAtom)
  await settle()
  expect(api.asked).toEqual(['balances eip155:31337', 'balances eip155:1', 'balances eip155:1 forced'])
  expect(heard).toContain('ready eip155:31337')
  expect(heard.at(-1)).toBe('ready eip155:1')
})

test('without the account there is nothing left of it', async () => {
  const { subscribeData, getData, store } = await start()
  for (const name of ['tokens', 'activity', 'profile'] as const) subscribeData(name, () => undefined)
  await settle()
  expect(getData('tokens').status).toBe('ready')
  await store.set(leaveAccountAtom)
  expect(getData('tokens')).toMatchObject({ status: 'idle', tokens: [] })
  expect(getData('activity')).toMatchObject({ status: 'idle', items: [] })
  expect(getData('profile')).toEqual({ name: null, avatar: null, explorerUrl: null })
})

test('a failure has a name, and reading again clears it', async () => {
  let isDown = true
  const { subscribeData, getData, refresh } = await start({
    balances: async () => {
      if (isDown) throw new AppError('SERVICE_UNREACHABLE')
      return [testEther()]
    },
  })
  subscribeData('tokens', () => undefined)
  await settle()
  expect(getData('tokens')).toMatchObject({ status: 'error', error: 'SERVICE_UNREACHABLE' })
  isDown = false
  await refresh('tokens')
  expect(getData('tokens')).toMatchObject({ status: 'ready', error: null })
})

test('activity comes page by page, each row with its place in the explorer', async () => {
  const mainnet = { chain: 'eip155:1' as const }
  const { subscribeData, getData, loadMore, store } = await start({
    history: async (_, __, cursor) =>
      cursor === undefined
        ? { data: [testTransaction({ id: 'a1', ...mainnet })], next: 'more' }
        : { data: [testTransaction({ id: 'a2', ...mainnet })], next: null },
  })
  await store.set(switchNetworkAtom, 'eip155:1')
  subscribeData('activity', () => undefined)
  await settle()
  expect(getData('activity')).toMatchObject({ status: 'ready', hasMore: true })
  await loadMore('activity')
  const { items, hasMore } = getData('activity')
  expect(items.map(({ id }) => id)).toEqual(['a1', 'a2'])
  expect(hasMore).toBe(false)
  expect(items[0]).toMatchObject({
    type: 'send',
    from: testAddress,
    explorerUrl: expect.stringMatching(/^https:\/\/etherscan\.io\/tx\/0x/),
    transfers: [{ direction: 'out', amount: '1', symbol: 'ETH', valueUsd: 2000 }],
  })
})

test('the profile has the name, the picture, and where the account can be looked up', async () => {
  const avatar = 'data:image/png;base64,iVBORw0KGgo='
  const { subscribeData, getData, store } = await start({ identity: async () => ({ name: 'ada.eth', avatar }) })
  await store.set(switchNetworkAtom, 'eip155:1')
  subscribeData('profile', () => undefined)
  await settle()
  expect(getData('profile')).toEqual({
    name: 'ada.eth',
    avatar,
    explorerUrl: `https://etherscan.io/address/${testAddress}`,
  })
})

test('networks are those of the site, with the one in use', async () => {
  const { subscribeData, getData } = await start()
  subscribeData('networks', () => undefined)
  expect(getData('networks').networks).toMatchObject([
    { id: 'eip155:1', name: 'Ethereum', explorerUrl: 'https://etherscan.io', isActive: false },
    { id: 'eip155:31337', name: 'Local chain A', testnet: true, isActive: true },
  ])
})

test('networks come with what the wallet in front has approved', async () => {
  const { subscribeData, getData, store } = await start()
  subscribeData('networks', () => undefined)
  expect(getData('networks')).toMatchObject({ supportsAllNetworks: true })
  expect(getData('networks').approvedCaipNetworkIds).toBeUndefined()
  const held = store.get(connectedSessionsAtom)
  store.set(
    connectedSessionsAtom,
    held.map((each) => ({ ...each, session: { ...each.session, approved: ['eip155:31337'] } })),
  )
  await settle()
  expect(getData('networks')).toMatchObject({ supportsAllNetworks: false, approvedCaipNetworkIds: ['eip155:31337'] })
  store.set(connectedSessionsAtom, [])
  await settle()
  expect(getData('networks').supportsAllNetworks).toBeUndefined()
})

test('wallets are those of Connect, more of them on demand, and what a search finds', async () => {
  const { subscribeData, getData, loadMore, searchWallets, clock } = await start()
  subscribeData('wallets', () => undefined)
  await settle()
  const first = getData('wallets')
  expect(first).toMatchObject({ status: 'ready', search: '', hasMore: true })
  expect(first.wallets[0]).toMatchObject({ name: 'Wallet 1', isInstalled: false })
  await loadMore('wallets')
  expect(getData('wallets').wallets.length).toBeGreaterThan(first.wallets.length)
  searchWallets('Wallet 50')
  await clock.advance(300)
  expect(getData('wallets').wallets.map(({ name }) => name)).toEqual(['Wallet 50'])
  searchWallets('')
  await settle()
  expect(getData('wallets').wallets.length).toBeGreaterThan(1)
})

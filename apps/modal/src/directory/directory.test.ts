import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createTestModal, settle, type TestOptions } from '../modal.fixture.ts'
import { openAtom } from '../state/modal.ts'
import { catalogueStatusAtom, knownWalletsAtom, loadFirstAtom, loadMoreAtom, walletCountAtom } from './catalogue.ts'
import { directoryFailureAtom } from './client.ts'
import { imagesAtom, loadImageAtom } from './images.ts'
import { allListAtom, connectListAtom, retryDirectoryAtom } from './rankedWallets.ts'
import { searchAtom, searchWalletsAtom } from './search.ts'
import { manyWallets, testDirectory } from './testDirectory.fixture.ts'

const withDirectory = (directory = testDirectory(manyWallets(100)), settings: TestOptions['settings'] = {}) => {
  const modal = createTestModal({
    settings: { networks: ['eip155:1'], ...settings },
    services: { loadDirectory: async () => directory },
  })
  return { ...modal, directory, names: () => modal.store.get(knownWalletsAtom).map(({ name }) => name) }
}
const named = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

/** A server that fails until it is set to answer. */
const failing = (error: AppError) => {
  const wallets = manyWallets(100)
  const state = { isDown: true }
  const works = testDirectory(wallets)
  const directory = testDirectory(wallets, {
    find: async (filter, signal) => {
      if (state.isDown) throw error
      return works.find(filter, signal)
    },
  })
  return { directory, state }
}

describe('the first wallets', () => {
  test('nobody is asked before Connect shows them', async () => {
    const { store, directory } = withDirectory()
    store.set(openAtom)
    await settle()
    expect(directory.asked).toEqual([])
  })

  test('the best 20 are asked for once, of the site’s networks; four are recommended', async () => {
    const { store, directory } = withDirectory()
    await Promise.all([store.set(loadFirstAtom), store.set(loadFirstAtom)])
    await store.set(loadFirstAtom)
    expect(directory.asked).toEqual([{ chains: 'eip155:1', entries: 20 }])
    expect(named(store.get(connectListAtom))).toBe('Wallet 1, Wallet 2, Wallet 3, Wallet 4')
    expect([store.get(walletCountAtom), store.get(catalogueStatusAtom)]).toEqual([100, 'ready'])
  })

  test('what the site features and the user has used last is asked for by name, and excluded ones never', async () => {
    const { store, directory } = withDirectory(undefined, {
      featuredWalletIds: ['wallet-90'],
      excludeWalletIds: ['wallet-1', 'Some Wallet'],
    })
    await store.set(loadFirstAtom)
    expect(directory.asked).toEqual([
      { chains: 'eip155:1', exclude: 'wallet-1', entries: 20 },
      { chains: 'eip155:1', exclude: 'wallet-1', include: 'wallet-90', entries: 1 },
    ])
    expect(named(store.get(connectListAtom))).toBe('Wallet 90, Wallet 2, Wallet 3, Wallet 4')
  })
})

test('pages of 40 follow each other, one at a time, until there are no more', async () => {
  const { store, directory, names } = withDirectory()
  await store.set(loadFirstAtom)
  await Promise.all([store.set(loadMoreAtom), store.set(loadMoreAtom)])
  expect(names()).toHaveLength(40)
  for (let page = 2; page <= 4; page++) await store.set(loadMoreAtom)
  expect(names()).toEqual(manyWallets(100).map(({ name }) => name))
  const pages = directory.asked.map((filter) => (filter as { page?: number }).page)
  expect(pages).toEqual([undefined, 1, 2, 3])
})

describe('a search', () => {
  test('finds among known wallets at once, and asks for 100 once nobody has typed for 300 ms, trimmed', async () => {
    const { store, directory, clock } = withDirectory()
    await store.set(loadFirstAtom)
    store.set(searchWalletsAtom, ' wallet 1')
    expect(named(store.get(allListAtom))).toMatch(/^Wallet 1, Wallet 10, Wallet 11/)
    await clock.advance(299)
    store.set(searchWalletsAtom, ' wallet 77 ')
    await clock.advance(299)
    expect(directory.asked).toHaveLength(1)
    await clock.advance(1)
    expect(directory.asked.slice(1)).toEqual([{ chains: 'eip155:1', search: 'wallet 77', entries: 100 }])
    expect(named(store.get(allListAtom))).toBe('Wallet 77')
  })

  test('that is overtaken is called off, and its answer is not shown', async () => {
    const signals: AbortSignal[] = []
    const answers: ((name: string) => void)[] = []
    const directory = testDirectory([], {
      find: (_, signal) => {
        signals.push(signal)
        return new Promise((resolve) => {
          answers.push((name) => resolve({ wallets: [{ id: name, name, chains: ['eip155:1'] }], count: 1 }))
        })
      },
    })
    const { store, clock } = withDirectory(directory)
    store.set(searchWalletsAtom, 'v')
    await clock.advance(300)
    store.set(searchWalletsAtom, 'vu')
    await clock.advance(300)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    answers[1]?.('vulpes')
    await settle()
    answers[0]?.('vx')
    await settle()
    expect([named(store.get(allListAtom)), store.get(searchAtom).isSearching]).toEqual(['vulpes', false])
  })

  test('of blanks is none', async () => {
    const { store, directory, clock } = withDirectory()
    store.set(searchWalletsAtom, '   ')
    await clock.advance(1000)
    expect(directory.asked).toEqual([])
  })
})

describe('a server that does not answer', () => {
  test('leaves the local list, which is searched too; a retry takes up the server’s', async () => {
    const { directory, state } = failing(new AppError('SERVICE_UNREACHABLE'))
    const { store, clock } = withDirectory(directory)
    await store.set(loadFirstAtom)
    expect(store.get(catalogueStatusAtom)).toBe('local')
    expect(store.get(directoryFailureAtom)?.error.name).toBe('SERVICE_UNREACHABLE')
    expect(store.get(connectListAtom)).toHaveLength(4)
    store.set(searchWalletsAtom, 'metamask')
    await clock.advance(300)
    expect(named(store.get(allListAtom))).toBe('MetaMask')
    store.set(searchWalletsAtom, '')
    state.isDown = false
    await store.set(retryDirectoryAtom)
    expect([store.get(catalogueStatusAtom), store.get(directoryFailureAtom)]).toEqual(['ready', null])
    expect(named(store.get(connectListAtom))).toBe('Wallet 1, Wallet 2, Wallet 3, Wallet 4')
  })

  test('and is rate-limited gets no request for that long, searches included', async () => {
    const { directory, state } = failing(new AppError('RATE_LIMITED', { details: { seconds: 24 } }))
    const { store, clock } = withDirectory(directory)
    await store.set(loadFirstAtom)
    const before = directory.asked.length
    state.isDown = false
    await store.set(retryDirectoryAtom)
    store.set(searchWalletsAtom, 'wallet')
    await clock.advance(23_999)
    await store.set(retryDirectoryAtom)
    expect(directory.asked).toHaveLength(before)
    await clock.advance(1)
    await store.set(retryDirectoryAtom)
    expect(store.get(catalogueStatusAtom)).toBe('ready')
  })

  test('in the middle leaves what is known', async () => {
    const { directory, state } = failing(new AppError('SERVICE_UNREACHABLE'))
    state.isDown = false
    const { store, names } = withDirectory(directory)
    await store.set(loadFirstAtom)
    state.isDown = true
    await store.set(loadMoreAtom)
    expect([names().length, store.get(catalogueStatusAtom)]).toEqual([20, 'ready'])
    state.isDown = false
    await store.set(retryDirectoryAtom)
    expect(names()).toHaveLength(40)
  })

  test('because its code was lost is asked for again', async () => {
    let tries = 0
    const directory = testDirectory(manyWallets(3))
    const modal = createTestModal({
      services: {
        loadDirectory: async () => {
          if (tries++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
          return directory
        },
      },
    })
    await modal.store.set(loadFirstAtom)
    expect(modal.store.get(directoryFailureAtom)?.error.name).toBe('SERVICE_UNREACHABLE')
    await modal.store.set(retryDirectoryAtom)
    expect(modal.store.get(catalogueStatusAtom)).toBe('ready')
  })
})

describe('pictures', () => {
  const pictured = manyWallets(100).map((wallet) => ({ ...wallet, image_id: wallet.id }))

  test('the first 20 are asked for with the wallets, each once', async () => {
    const { store, directory } = withDirectory(testDirectory(pictured))
    await store.set(loadFirstAtom)
    await settle()
    await store.set(loadImageAtom, 'wallet-1')
    expect(directory.asked.slice(1)).toEqual(pictured.slice(0, 20).map(({ id }) => id))
    expect(store.get(imagesAtom).get('wallet-1')).toEqual({
      pending: false,
      src: expect.stringMatching(/^data:image\/svg/),
    })
  })

  test('are waited for 2 s; one that comes later is shown all the same', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { store, clock } = withDirectory(testDirectory(pictured, { image: () => promise }))
    const loaded = store.set(loadImageAtom, 'wallet-1')
    await clock.advance(1999)
    expect(store.get(imagesAtom).get('wallet-1')).toEqual({ pending: true, src: null })
    await clock.advance(1)
    expect(store.get(imagesAtom).get('wallet-1')).toEqual({ pending: false, src: null })
    resolve('data:image/png;base64,AAAA')
    await loaded
    expect(store.get(imagesAtom).get('wallet-1')).toEqual({ pending: false, src: 'data:image/png;base64,AAAA' })
  })
})

test('two modals share nothing of it', async () => {
  const one = withDirectory()
  const other = withDirectory()
  await one.store.set(loadFirstAtom)
  expect([one.names().length, other.names().length]).toEqual([20, 0])
})

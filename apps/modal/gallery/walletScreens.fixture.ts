import { AppError, type ErrorName } from '@latchkey/protocol'
import type { Connector } from '../src/connectors/Connector.ts'
import { loadFirstAtom } from '../src/directory/catalogue.ts'
import { allListAtom, connectListAtom } from '../src/directory/rankedWallets.ts'
import { searchWalletsAtom } from '../src/directory/search.ts'
import { manyWallets, testDirectory } from '../src/directory/testDirectory.fixture.ts'
import type { ViewName } from '../src/Modal.ts'
import { settle, type TestModal, type TestOptions, testAddress } from '../src/modal.fixture.ts'
import { labelAddressAtom } from '../src/state/addressLabels.ts'
import { connectWalletAtom } from '../src/state/connecting.ts'
import { discoverAtom } from '../src/state/connectors.ts'
import { openAtom } from '../src/state/modal.ts'
import { pushAtom } from '../src/state/route.ts'
import { copyLinkAtom } from '../src/views/connecting/copyLink.ts'
import type { Screen } from './Screen.fixture.ts'
import {
  bitcoinAddress,
  finding,
  pairingUri,
  solanaAddress,
  testConnector,
  testWalletConnect,
} from './testConnector.fixture.ts'

/** By the test's clock. */
const startMs = Date.UTC(2030, 0, 1)
const legal = { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' }
const never = () => new Promise<never>(() => undefined)
const networks = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
] as const

const metamask = testConnector('MetaMask', { rdns: 'io.metamask' })
const rabby = testConnector('Rabby', { rdns: 'io.rabby' })
const sol = testConnector('Solflare', { namespaces: ['solana'] })
const btc = testConnector('Xverse', {
  namespaces: ['bip122'],
  answer: async ({ namespace, network }) => [
    {
      namespace,
      network,
      accounts: [
        { address: bitcoinAddress, type: 'payment' },
        { address: `bc1p${'q5d8z'.repeat(11)}qqq`, type: 'ordinal' },
      ],
    },
  ],
})
const walletConnect = testWalletConnect(startMs)

const withWallets = (connectors: readonly Connector[], options: TestOptions = {}): TestOptions => ({
  ...options,
  settings: { networks: ['eip155:1'], ...legal, ...options.settings },
  services: { loadConnectors: finding(...connectors), ...options.services },
})
const refusing = (error: ErrorName) =>
  testConnector('MetaMask', {
    rdns: 'io.metamask',
    answer: async () => {
      throw new AppError(error)
    },
  })

const open = ({ store }: TestModal) => store.set(openAtom)
const show = (view: Exclude<ViewName, 'SwitchNetwork' | 'SwitchActiveChain'>) => (modal: TestModal) =>
  modal.store.set(pushAtom, { view })
const prepare = async ({ store }: TestModal) => {
  await store.set(discoverAtom)
  await store.set(loadFirstAtom)
}
const choose = (name: string) => (modal: TestModal) => {
  const { store } = modal
  const target = [...store.get(connectListAtom), ...store.get(allListAtom)].find((each) => each.name === name)
  if (target === undefined) throw new Error(`There is no wallet ${name}`)
  return store.set(connectWalletAtom, target)
}
const connect =
  (...names: readonly string[]) =>
  async (modal: TestModal) => {
    for (const name of names) await choose(name)(modal)
  }
const many = { loadDirectory: async () => testDirectory(manyWallets(500)) }
const failingDirectory = (error: AppError) => ({
  loadDirectory: async () =>
    testDirectory([], {
      find: async () => {
        throw error
      },
    }),
})
const waiting = testConnector('MetaMask', { rdns: 'io.metamask', answer: never })
const failed = (error: ErrorName): Screen => ({
  options: withWallets([refusing(error), walletConnect]),
  steps: [prepare, open, choose('MetaMask')],
})
const severalWallets: TestOptions = withWallets([metamask, rabby, sol, btc], {
  settings: { networks, features: { multiWallet: true } },
})

/** Every view about external wallets, in every state. */
export const walletScreens: Record<string, Screen> = {
  'Connect, wallets installed': {
    options: withWallets([metamask, rabby, walletConnect]),
    steps: [prepare, open],
  },
  'Connect, no wallet installed': { options: withWallets([walletConnect]), steps: [prepare, open] },
  'Connect, wallets loading': {
    options: withWallets([walletConnect], {
      services: { loadDirectory: async () => testDirectory([], { find: never }) },
    }),
    steps: [open],
  },
  'Connect, no server': {
    options: withWallets([walletConnect], { services: failingDirectory(new AppError('SERVICE_UNREACHABLE')) }),
    steps: [prepare, open],
  },
  'Connect, wallets alone': {
    options: withWallets([metamask, walletConnect], { settings: { features: { email: false } } }),
    steps: [prepare, open],
  },
  ConnectWallets: { options: withWallets([metamask, walletConnect]), steps: [prepare, open, show('ConnectWallets')] },
  AllWallets: {
    options: withWallets([metamask, walletConnect], { services: many }),
    steps: [prepare, open, show('AllWallets')],
  },
  'AllWallets, search': {
    options: withWallets([metamask, walletConnect]),
    steps: [
      prepare,
      open,
      show('AllWallets'),
      ({ store }) => store.set(searchWalletsAtom, 'tr'),
      ({ clock }) => clock.advance(300),
    ],
  },
  'AllWallets, nothing found': {
    options: withWallets([metamask, walletConnect]),
    steps: [
      prepare,
      open,
      show('AllWallets'),
      ({ store }) => store.set(searchWalletsAtom, 'no such wallet'),
      ({ clock }) => clock.advance(300),
    ],
  },
  'AllWallets, rate-limited': {
    options: withWallets([walletConnect], {
      services: failingDirectory(new AppError('RATE_LIMITED', { details: { seconds: 24 } })),
    }),
    steps: [prepare, open, show('AllWallets')],
  },
  ConnectingExternal: { options: withWallets([waiting]), steps: [prepare, open, choose('MetaMask')] },
  'ConnectingExternal, rejected': failed('USER_REJECTED'),
  'ConnectingExternal, failed': failed('WALLET_INVALID_RESPONSE'),
  'ConnectingExternal, locked': failed('WALLET_LOCKED'),
  'ConnectingExternal, unavailable': failed('WALLET_UNAVAILABLE'),
  'ConnectingExternal, not installed': {
    options: withWallets([]),
    steps: [prepare, open, choose('MetaMask')],
  },
  ConnectingWalletConnect: {
    options: withWallets([walletConnect]),
    steps: [prepare, open, choose('Trust Wallet')],
  },
  'ConnectingWalletConnect, any wallet': {
    options: withWallets([walletConnect]),
    steps: [prepare, open, choose('WalletConnect')],
  },
  'ConnectingWalletConnect, copied': {
    options: withWallets([walletConnect]),
    steps: [prepare, open, choose('WalletConnect'), ({ store }) => store.set(copyLinkAtom, pairingUri)],
  },
  'ConnectingWalletConnect, code on its way': {
    options: withWallets([testConnector('WalletConnect', { type: 'walletConnect', rdns: null, answer: never })]),
    steps: [prepare, open, choose('Trust Wallet')],
  },
  'ConnectingWalletConnect, expired': {
    options: withWallets([
      testConnector('WalletConnect', {
        type: 'walletConnect',
        answer: async () => {
          throw new AppError('PAIRING_EXPIRED')
        },
      }),
    ]),
    steps: [prepare, open, choose('Trust Wallet')],
  },
  'ConnectingWalletConnect, phone': {
    options: withWallets([walletConnect], { services: { isMobile: () => true } }),
    steps: [prepare, open, choose('Trust Wallet')],
  },
  ConnectingWalletConnectBasic: {
    options: withWallets([walletConnect], { settings: { basic: true } }),
    steps: [prepare, open, show('ConnectingWalletConnectBasic')],
  },
  WhatIsAWallet: { options: withWallets([walletConnect]), steps: [prepare, open, show('WhatIsAWallet')] },
  GetAWallet: {
    options: withWallets([walletConnect]),
    steps: [prepare, open, show('WhatIsAWallet'), show('GetAWallet')],
  },
  'GetAWallet, one': {
    options: withWallets([]),
    steps: [prepare, open, choose('MetaMask'), show('GetAWallet')],
  },
  'Account, own wallet': {
    options: withWallets([metamask]),
    steps: [prepare, connect('MetaMask'), open],
  },
  'Account, three kinds of networks': {
    options: severalWallets,
    steps: [
      prepare,
      connect('Xverse', 'Solflare', 'MetaMask'),
      ({ store }) => store.set(labelAddressAtom, testAddress, 'Savings'),
      open,
    ],
  },
  'WalletReceive, two kinds of addresses': {
    options: withWallets([btc], { settings: { networks: [networks[2]] } }),
    steps: [prepare, connect('Xverse'), open, show('WalletReceive')],
  },
  ProfileWallets: {
    options: severalWallets,
    steps: [
      prepare,
      connect('Xverse', 'Solflare', 'Rabby', 'MetaMask'),
      ({ store }) => store.set(labelAddressAtom, solanaAddress, 'Games'),
      open,
      show('ProfileWallets'),
    ],
  },
  SwitchActiveChain: {
    options: severalWallets,
    steps: [
      prepare,
      connect('MetaMask'),
      open,
      show('Networks'),
      ({ store }) => store.set(pushAtom, { view: 'SwitchActiveChain', network: networks[1] }),
    ],
  },
  'UnsupportedChain, own wallet': {
    options: withWallets([
      testConnector('MetaMask', {
        rdns: 'io.metamask',
        answer: async ({ namespace }) => [{ namespace, network: 'eip155:10', accounts: [{ address: testAddress }] }],
      }),
    ]),
    steps: [prepare, connect('MetaMask'), settle, open],
  },
  'Connect, embedded': {
    options: withWallets([metamask, walletConnect], { settings: { embedded: () => document.body } }),
    steps: [prepare, open],
  },
}

import type { TokenBalance } from '@latchkey/api-client'
import { AppError, type ErrorName, type FramePermission } from '@latchkey/protocol'
import type { AccountApi } from '../src/account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import { testHistory, testTransaction } from '../src/account/testHistory.fixture.ts'
import { createSmartLogin, smartAddress, smartChains } from '../src/connectors/auth/smartLogin.fixture.ts'
import type { AccountType, NetworkId } from '../src/Modal.ts'
import { type TestModal, type TestOptions, testAddress } from '../src/modal.fixture.ts'
import { chooseAccountTypeAtom } from '../src/state/accountType.ts'
import { refreshActivityAtom } from '../src/state/activity.ts'
import { switchNetworkAtom } from '../src/state/connection.ts'
import { openAtom } from '../src/state/modal.ts'
import { moveFundsAtom } from '../src/state/moveFunds.ts'
import { refreshPortfolioAtom } from '../src/state/portfolio.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { changeAccountTypeAtom } from '../src/state/upgrade.ts'
import type { Screen } from './Screen.fixture.ts'

const never = () => new Promise<never>(() => undefined)
const failing = (name: ErrorName) => async () => {
  throw new AppError(name)
}

const token = (name: string, symbol: string, numeric: string, price: number, digit: string): TokenBalance => ({
  name,
  symbol,
  chainId: 'eip155:31337',
  address: `eip155:31337:0x${digit.repeat(40)}`,
  ...(price > 0 && { value: price * Number(numeric) }),
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

const many: readonly TokenBalance[] = [
  testEther('1.25'),
  testUsdc('1250.5'),
  token('Latchkey', 'LKEY', '1000', 0.42, '1'),
  token('Wrapped Bitcoin', 'WBTC', '0.00004', 61_000, '2'),
  token('A token with a name that has no end to it at all', 'LONGSYMBOLTOKEN', '123456789.123456', 0, '3'),
  token('Dust', 'DST', '0.000000000000000001', 0, '4'),
]

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const readTokens = ({ store }: TestModal) => store.set(refreshTokensAtom)
const readActivity = ({ store }: TestModal) => store.set(refreshActivityAtom)
const receive = ({ store }: TestModal) => store.set(pushAtom, { view: 'WalletReceive' })

/** A returning user, with this backend. */
export const backend = (replace: Partial<AccountApi>, options: TestOptions = {}): TestOptions => ({
  remembered: true,
  ...options,
  services: { loadAccountApi: async () => testAccountApi(replace), ...options.services },
})
const full: Partial<AccountApi> = {
  balances: async () => many,
  history: async () => ({ data: testHistory, next: null }),
  identity: async () => ({ name: 'ada.latchkey.eth', avatar: null }),
}

/** The standard account holds something on three networks, the smart one nothing. */
const portfolio: AccountApi['portfolio'] = async (address) =>
  address === testAddress ? [...many, testEther('0.5', 'eip155:1337'), testEther('0.02', 'eip155:1')] : []

/** With smart accounts on some networks. */
const smart = (handlers: TestOptions['handlers'] = {}): TestOptions =>
  backend(
    { ...full, balances: async (address) => (address === testAddress ? many : []), portfolio },
    {
      smartAccountNetworks: smartChains,
      handlers: { ...createSmartLogin().handlers, ...handlers },
    },
  )
const choose =
  (type: AccountType) =>
  ({ store }: TestModal) =>
    store.set(chooseAccountTypeAtom, type)
const on =
  (network: NetworkId) =>
  ({ store }: TestModal) =>
    store.set(switchNetworkAtom, network)
const onSameAddress = on('eip155:1337')
const settings = ({ store }: TestModal) => store.set(pushAtom, { view: 'AccountSettings' })
const moveFunds = ({ store }: TestModal) => store.set(pushAtom, { view: 'MoveFunds' })
const readPortfolio = ({ store }: TestModal) => store.set(refreshPortfolioAtom)
const permitted = ({ store }: TestModal) => store.set(pushAtom, { view: 'Permissions' })
const permission = (type: string, more: Partial<FramePermission> = {}): FramePermission => ({
  context: `0x${type.length.toString(16).padStart(2, '0')}`,
  chainId: 31337,
  address: smartAddress,
  signer: smartAddress,
  permissions: [{ type, data: {} }],
  policies: [],
  createdAt: 1,
  expiry: 4_000_000_000,
  ...more,
})
const permissions = [
  permission('erc20-token-periodic'),
  permission('contract-call', { revokedAt: 2 }),
  permission('native-token-transfer', { expiry: 3 }),
]
const explain = ({ store }: TestModal) => store.set(pushAtom, { view: 'UpgradeToSmartAccount' })

/** Funds wait in the standard account, and the view that moves them is open. */
const toMove = [restore, readPortfolio, choose('smartAccount'), open, readTokens, readPortfolio, moveFunds]

/** The account in every state that a user can reach. */
export const accountScreens: Record<string, Screen> = {
  'Account, many tokens': { options: backend(full), steps: [restore, open, readTokens] },
  'Account, nothing yet': { options: backend({ balances: async () => [] }), steps: [restore, open, readTokens] },
  'Account, no prices': {
    options: backend({ balances: async () => [{ ...testEther('3'), value: undefined, price: 0 } as never] }),
    steps: [restore, open, readTokens],
  },
  'Account, tokens loading': { options: backend({ balances: never }), steps: [restore, open] },
  'Account, tokens failed': {
    options: backend({ balances: failing('CHAIN_UNREACHABLE') }),
    steps: [restore, open, readTokens],
  },
  'Account, tokens unavailable': {
    options: backend(
      { balances: failing('CHAIN_NOT_SUPPORTED') },
      { handlers: { RPC_REQUEST: failing('CHAIN_NOT_SUPPORTED') } },
    ),
    steps: [restore, open, readTokens],
  },
  'Account, tokens of before': {
    options: (() => {
      let isDown = false
      return backend({
        async balances() {
          if (isDown) throw new AppError('CHAIN_UNREACHABLE')
          isDown = true
          return many
        },
      })
    })(),
    steps: [restore, readTokens, ({ clock }) => clock.advance(31_000), open, readTokens],
  },
  'Account, without activity': {
    options: backend(full, { settings: { features: { activity: false } } }),
    steps: [restore, open, readTokens],
  },
  Activity: { options: backend(full), steps: [restore, open, readTokens, readActivity], tab: 'activity' },
  'Activity, more to come': {
    options: backend({
      ...full,
      history: async (_, __, cursor) =>
        cursor === undefined
          ? { data: Array.from({ length: 12 }, (_, index) => testTransaction({ id: `b${index}` })), next: 'two' }
          : never(),
    }),
    steps: [restore, open, readTokens, readActivity],
    tab: 'activity',
  },
  'Activity, loading': {
    options: backend({ ...full, history: never }),
    steps: [restore, open, readTokens],
    tab: 'activity',
  },
  'Activity, none': {
    options: backend({ ...full, history: async () => ({ data: [], next: null }) }),
    steps: [restore, open, readTokens, readActivity],
    tab: 'activity',
  },
  'Activity, failed': {
    options: backend({ ...full, history: failing('HISTORY_UNAVAILABLE') }),
    steps: [restore, open, readTokens, readActivity],
    tab: 'activity',
  },
  'Account, several networks': { options: smart(), steps: [restore, open, readTokens, readPortfolio] },
  'Account, funds in the other type': {
    options: smart(),
    steps: [restore, readPortfolio, choose('smartAccount'), open, readTokens, readPortfolio],
  },
  AccountSettings: { options: smart(), steps: [restore, open, settings] },
  'AccountSettings, smart account': { options: smart(), steps: [restore, choose('smartAccount'), open, settings] },
  'AccountSettings, smart account at the same address': {
    options: smart(),
    steps: [restore, choose('smartAccount'), onSameAddress, open, settings],
  },
  MoveFunds: {
    options: smart(),
    steps: toMove,
  },
  'MoveFunds, moving': {
    options: smart({ RPC_REQUEST: never }),
    steps: [...toMove, ({ store }) => void store.set(moveFundsAtom)],
  },
  'MoveFunds, failed': {
    options: smart(),
    steps: [...toMove, ({ store }) => store.set(moveFundsAtom)],
  },
  UpgradeToSmartAccount: { options: smart(), steps: [restore, open, explain] },
  'UpgradeToSmartAccount, at the same address': {
    options: smart(),
    steps: [restore, onSameAddress, open, explain],
  },
  'UpgradeToSmartAccount, changing': {
    options: smart({ SET_PREFERRED_ACCOUNT: never }),
    steps: [restore, open, explain, ({ store }) => void store.set(changeAccountTypeAtom, 'smartAccount')],
  },
  'UpgradeToSmartAccount, failed': {
    options: smart({ SET_PREFERRED_ACCOUNT: failing('CHAIN_UNREACHABLE') }),
    steps: [restore, open, explain, ({ store }) => store.set(changeAccountTypeAtom, 'smartAccount')],
  },
  'UpgradeToSmartAccount, none': { options: smart(), steps: [restore, on('eip155:1'), open, explain] },
  Permissions: {
    options: smart({ LIST_PERMISSIONS: async () => ({ permissions }) }),
    steps: [restore, choose('smartAccount'), open, permitted],
  },
  'Permissions, none': {
    options: smart({ LIST_PERMISSIONS: async () => ({ permissions: [] }) }),
    steps: [restore, choose('smartAccount'), open, permitted],
  },
  'Permissions, failed': {
    options: smart({ LIST_PERMISSIONS: failing('SERVICE_UNREACHABLE') }),
    steps: [restore, choose('smartAccount'), open, permitted],
  },
  WalletReceive: { options: backend(full), steps: [restore, open, receive] },
}

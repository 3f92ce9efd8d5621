import { networks } from '@latchkey/chains'
import { AppError, type Handlers } from '@latchkey/protocol'
import { submitCaptureCodeAtom, submitCaptureEmailAtom } from '../src/emailCapture/dataCapture.ts'
import type { NetworkId } from '../src/Modal.ts'
import { createTestModal, settle, type TestModal, type TestOptions, testAddress } from '../src/modal.fixture.ts'
import { approveAtom } from '../src/state/approve.ts'
import { connectWalletAtom } from '../src/state/connecting.ts'
import { copyAddressAtom } from '../src/state/copying.ts'
import { submitEmailAtom } from '../src/state/emailLogin.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { submitNewEmailAtom } from '../src/state/submitNewEmail.ts'
import { chooseNetworkAtom } from '../src/state/switching.ts'
import { showToastAtom } from '../src/state/toast.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { accountScreens, backend } from './accountScreens.fixture.ts'
import { buyScreens } from './buyScreens.fixture.ts'
import { exchangeScreens } from './exchangeScreens.fixture.ts'
import { nameScreens } from './nameScreens.fixture.ts'
import { proofScreens, requiredProofScreens } from './proofScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'
import { sellScreens } from './sellScreens.fixture.ts'
import { sendScreens } from './sendScreens.fixture.ts'
import { socialScreens } from './socialScreens.fixture.ts'
import { swapScreens } from './swapScreens.fixture.ts'
import { testConnector } from './testConnector.fixture.ts'
import { walletScreens } from './walletScreens.fixture.ts'

const never = () => new Promise<never>(() => undefined)
const failing =
  (error: AppError): (() => Promise<never>) =>
  async () => {
    throw error
  }
const refusing = (name: keyof Handlers<undefined>, error: AppError): TestOptions => ({
  handlers: { [name]: failing(error) },
})

const open = ({ store }: TestModal) => store.set(openAtom)
const restore = ({ store }: TestModal) => store.set(restoreAtom)
const typeEmail =
  (email = 'ada@example.com') =>
  ({ store }: TestModal) =>
    store.set(submitEmailAtom, email)
const push = (view: 'Networks' | 'UpdateEmailWallet') => (modal: TestModal) => modal.store.set(pushAtom, { view })

const typeNewEmail = ({ store }: TestModal) => store.set(submitNewEmailAtom, 'ada@new.example')

const remembered = (options: TestOptions = {}): TestOptions => ({ remembered: true, ...options })
const evm = networks.flatMap(({ caipNetworkId, chainNamespace }) =>
  chainNamespace === 'eip155' ? [caipNetworkId as NetworkId] : [],
)
const manyNetworks = evm as [NetworkId, ...NetworkId[]]

const purpose = 'News about your orders, at most once a month'
const capturing = (own: 'optional' | 'required', more: TestOptions = {}): TestOptions => ({
  ...more,
  settings: { features: { emailCapture: own }, privacyUrl: 'https://example.com/privacy' },
  services: {
    loadProjectConfig: async () => ({ features: null, emailCapture: { purpose } }),
    loadCaptureApi: async () => ({
      start: async () => ({ attemptId: 'attempt', resendInSeconds: 30 }),
      confirm: failing(new AppError('OTP_INVALID', { details: { triesLeft: 2 } })),
    }),
  },
})
const connectOne = ({ store }: TestModal) =>
  store.set(connectWalletAtom, {
    key: 'one',
    name: 'One',
    group: 'injected',
    isInstalled: true,
    wallet: null,
    connectors: [testConnector('One')],
  })
const giveEmail =
  (email = 'ada@example.com') =>
  ({ store }: TestModal) =>
    store.set(submitCaptureEmailAtom, email)
const giveCode = ({ store }: TestModal) => store.set(submitCaptureCodeAtom, 'BBBBBB')
const recentEmails = ({ storage }: TestModal) =>
  storage.write('captured-emails', ['ada@example.com', 'ada.of.the.accounts@example.com'])

/** Sign-in, networks and requests: the views beside the shell. */
const commonScreens: Record<string, Screen> = {
  Connect: {
    options: { settings: { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' } },
    steps: [open],
  },
  'Connect, invalid email': { steps: [open, typeEmail('ada@')] },
  'Connect, sending': { options: { handlers: { CONNECT_EMAIL: never } }, steps: [open, typeEmail()] },
  'Connect, throttled': {
    options: refusing('CONNECT_EMAIL', new AppError('RATE_LIMITED', { details: { seconds: 24 } })),
    steps: [open, typeEmail()],
  },
  'Connect, wallet lost': {
    options: {
      services: {
        wallet: {
          connect: failing(new AppError('FRAME_LOAD_FAILED')),
          client: () => null,
          element: () => null,
          end: () => undefined,
        },
      },
    },
    steps: [open],
  },
  'Connect, origin not allowed': {
    options: { services: { checkOrigin: failing(new AppError('ORIGIN_NOT_ALLOWED')) } },
    steps: [open],
  },
  'Connect, no method': { options: { settings: { features: { email: false } } }, steps: [open] },
  'EmailLogin, opening the wallet': { options: { handlers: { SYNC_THEME: never } }, steps: [open, typeEmail()] },
  'EmailLogin, the wallet shown': { options: { handlers: { CONNECT_OTP: never } }, steps: [open, typeEmail()] },
  'EmailLogin, opening': { options: { handlers: { GET_USER: never } }, steps: [open, typeEmail()] },
  'EmailLogin, wallet lost': {
    options: refusing('CONNECT_OTP', new AppError('DISCONNECTED')),
    steps: [open, typeEmail()],
  },
  'EmailLogin, opening failed': {
    options: refusing('GET_USER', new AppError('SERVICE_UNREACHABLE')),
    steps: [open, typeEmail()],
  },
  Account: { options: remembered(), steps: [restore, open, ({ store }) => store.set(refreshTokensAtom)] },
  'Account, copied': {
    options: remembered(),
    steps: [
      restore,
      open,
      ({ store }) => store.set(copyAddressAtom),
      ({ store }) => store.set(showToastAtom, { variant: 'error', message: 'Action not allowed' }),
    ],
  },
  'Account, reconnecting': {
    options: remembered({ handlers: { IS_CONNECTED: never } }),
    steps: [restore, open],
  },
  'Account, interrupted': {
    options: remembered(refusing('IS_CONNECTED', new AppError('SERVICE_UNREACHABLE'))),
    steps: [restore, open],
  },
  UpdateEmailWallet: { options: remembered(), steps: [restore, open, push('UpdateEmailWallet')] },
  'UpdateEmailWallet, in use': {
    options: remembered({
      handlers: {
        UPDATE_EMAIL: async () => ({ action: 'VERIFY_SECONDARY_OTP' }),
        UPDATE_EMAIL_SECONDARY_OTP: failing(new AppError('EMAIL_IN_USE')),
      },
    }),
    steps: [restore, open, push('UpdateEmailWallet'), typeNewEmail],
  },
  'UpdateEmailWallet, the wallet shown': {
    options: remembered({
      handlers: {
        UPDATE_EMAIL: async () => ({ action: 'VERIFY_PRIMARY_OTP' }),
        UPDATE_EMAIL_PRIMARY_OTP: never,
      },
    }),
    steps: [restore, open, push('UpdateEmailWallet'), typeNewEmail],
  },
  Networks: { options: remembered(), steps: [restore, open, push('Networks')] },
  'Networks, many': {
    options: remembered({ settings: { networks: manyNetworks, defaultNetwork: 'eip155:1' } }),
    steps: [restore, open, push('Networks')],
  },
  'Networks, not all served': {
    options: backend(
      { supportedChains: async () => ['eip155:8453'] },
      { settings: { networks: manyNetworks, defaultNetwork: 'eip155:1' } },
    ),
    steps: [restore, open, push('Networks')],
  },
  'SwitchNetwork, pending': {
    options: remembered({ handlers: { SWITCH_NETWORK: never } }),
    steps: [restore, open, push('Networks'), ({ store }) => store.set(chooseNetworkAtom, 'eip155:1337')],
  },
  'SwitchNetwork, failed': {
    options: remembered(refusing('SWITCH_NETWORK', new AppError('TIMEOUT'))),
    steps: [restore, open, push('Networks'), ({ store }) => store.set(chooseNetworkAtom, 'eip155:1337')],
  },
  UnsupportedChain: {
    options: remembered({ handlers: { GET_USER: async () => ({ address: testAddress, chainId: 10 }) } }),
    steps: [restore, open],
  },
  DataCapture: { options: capturing('optional'), steps: [open, recentEmails, connectOne] },
  'DataCapture, required': { options: capturing('required'), steps: [open, connectOne] },
  'DataCapture, invalid': { options: capturing('optional'), steps: [open, connectOne, giveEmail('ada@')] },
  'DataCapture, code': { options: capturing('optional'), steps: [open, connectOne, giveEmail()] },
  'DataCapture, wrong code': { options: capturing('optional'), steps: [open, connectOne, giveEmail(), giveCode] },
  'DataCapture, own address': { options: capturing('optional'), steps: [open, typeEmail()] },
  'ApproveTransaction, opening': {
    options: remembered({ handlers: { SYNC_THEME: never } }),
    steps: [restore, ({ store }) => store.set(approveAtom, 'eip155:31337', 'personal_sign', [])],
  },
  'ApproveTransaction, shown': {
    options: remembered({ handlers: { RPC_REQUEST: never } }),
    steps: [restore, ({ store }) => store.set(approveAtom, 'eip155:31337', 'personal_sign', [])],
  },
  'ApproveTransaction, failed': {
    options: remembered(refusing('RPC_REQUEST', new AppError('SERVICE_UNREACHABLE'))),
    steps: [restore, ({ store }) => store.set(approveAtom, 'eip155:31337', 'eth_sendTransaction', [])],
  },
  ...proofScreens,
}

/** The screens by the folder of their views, where `screens.browser.test.tsx` tests them; those of wallets lie in two folders. */
export const screenTables = {
  common: commonScreens,
  account: accountScreens,
  send: sendScreens,
  swap: swapScreens,
  names: nameScreens,
  buy: buyScreens,
  sell: sellScreens,
  exchanges: exchangeScreens,
  wallets: walletScreens,
  social: socialScreens,
}

/** Every view in every state that a user can bring it to. */
export const screens: Record<string, Screen> = Object.assign({}, ...Object.values(screenTables), requiredProofScreens)

/** Brings a modal to a screen. Steps that wait for a user stay pending. */
export const playScreen = async ({ options = {}, steps = [] }: Screen, settings: TestOptions['settings'] = {}) => {
  const modal = createTestModal({ ...options, settings: { ...options.settings, ...settings } })
  for (const step of steps) {
    // Some steps never end, and the screen shows that; the others may have something to load.
    const done = Promise.resolve(step(modal)).catch(() => undefined)
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 500))])
    await settle()
    await settle()
  }
  return modal
}

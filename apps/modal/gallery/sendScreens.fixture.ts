import { AppError } from '@latchkey/protocol'
import type { AccountApi } from '../src/account/AccountApi.ts'
import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import { type TestModal, type TestOptions, testAddress, testHash } from '../src/modal.fixture.ts'
import { answerWith } from '../src/send/testTools.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { chooseTokenAtom, toggleUnitAtom, typeAmountAtom } from '../src/state/send/form.ts'
import { openSendAtom } from '../src/state/send/openSend.ts'
import { openPreviewAtom } from '../src/state/send/preview.ts'
import { typeRecipientAtom } from '../src/state/send/recipient.ts'
import { confirmAtom } from '../src/state/send/sending.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'
// Loaded on demand elsewhere; a screenshot doesn't wait for it.
import '../src/connectors/auth/readUser.ts'
import '../src/send/evmSender.ts'
import '../src/state/approve.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const never = () => new Promise<never>(() => undefined)

/** A node's responses at normal load. */
const quiet: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x59682f00',
  eth_estimateGas: '0x5208',
  eth_call: `0x${'1'.padStart(64, '0')}`,
  eth_getCode: '0x',
  eth_getTransactionReceipt: null,
}

type Facts = {
  api?: Partial<AccountApi>
  node?: Readonly<Record<string, unknown>>
  options?: TestOptions
}

const name: AccountApi['name'] = async (text) => ({
  name: text,
  registered_at: null,
  updated_at: null,
  addresses: { 60: { address: friend, created_at: null } },
  attributes: null,
})

const holding = ({ api = {}, node = {}, options = {} }: Facts = {}): TestOptions => {
  const ask = answerWith({ ...quiet, ...node })
  return backend(
    { balances: async () => [testEther('1.25'), testUsdc('1250.5')], name, ...api },
    {
      ...options,
      services: { askNode: (_, call) => ask(call.method, call.params as readonly unknown[]), ...options.services },
    },
  )
}

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const readTokens = ({ store }: TestModal) => store.set(refreshTokensAtom)
const openSend = ({ store }: TestModal) => store.set(openSendAtom)
const amount =
  (text: string) =>
  ({ store }: TestModal) =>
    store.set(typeAmountAtom, text)
const usdc = ({ store }: TestModal) => store.set(chooseTokenAtom, testUsdc('1250.5'))
const toggle = ({ store }: TestModal) => store.set(toggleUnitAtom)
const to =
  (text: string) =>
  async ({ store, clock }: TestModal) => {
    store.set(typeRecipientAtom, text)
    await clock.advance(300)
  }
const preview = ({ store }: TestModal) => store.set(openPreviewAtom)
const confirm = ({ store }: TestModal) => store.set(confirmAtom)
const wait =
  (ms: number) =>
  ({ clock }: TestModal) =>
    clock.advance(ms)
const closeWallet = ({ store }: TestModal) => store.set(pushAtom, { view: 'WalletSendPreview' })

const form = [restore, open, readTokens, openSend]
const filled = [...form, amount('0.5'), to(friend)]
const previewed = [...filled, preview]

const failing = (error: AppError): TestOptions => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})

/** Sending in every state that a user can reach. */
export const sendScreens: Record<string, Screen> = {
  WalletSend: { options: holding(), steps: form },
  'WalletSend, recent recipients': {
    options: holding({
      options: {
        kept: new Map([
          [
            'latchkey:demo:recipients',
            [friend, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'].map((to) => `eip155:${testAddress}:${to}`).join(','),
          ],
        ]),
      },
    }),
    steps: form,
  },
  'WalletSend, filled': { options: holding(), steps: filled },
  'WalletSend, in dollars': { options: holding(), steps: [...form, usdc, amount('25'), toggle, to('ada.eth')] },
  'WalletSend, no price': {
    options: holding({ api: { balances: async () => [{ ...testEther('3'), value: undefined, price: 0 } as never] } }),
    steps: [...form, amount('123456.789012345')],
  },
  'WalletSend, nothing': { options: holding({ api: { balances: async () => [] } }), steps: form },
  'WalletSend, balances lost': {
    options: holding({ api: { balances: async () => Promise.reject(new AppError('CHAIN_UNREACHABLE')) } }),
    steps: [...form, preview],
  },
  'WalletSend, loading': { options: holding({ api: { balances: never } }), steps: [restore, open, openSend] },
  'WalletSend, asked too early': { options: holding(), steps: [...form, preview] },
  'WalletSend, too much': { options: holding(), steps: [...form, amount('9'), to(friend)] },
  'WalletSend, bad checksum': { options: holding(), steps: [...form, amount('1'), to(friend.replace('C8', 'c8'))] },
  'WalletSend, looking up a name': { options: holding({ api: { name: never } }), steps: [...form, to('ada.eth')] },
  'WalletSend, a name that failed': {
    options: holding({ api: { name: async () => Promise.reject(new AppError('CHAIN_UNREACHABLE')) } }),
    steps: [...form, to('ada.eth')],
  },
  'WalletSend, to a contract': { options: holding({ node: { eth_getCode: '0x60' } }), steps: filled },
  'WalletSend, to a lookalike': {
    options: holding({
      options: { kept: new Map([['latchkey:demo:recipients', `eip155:${testAddress}:0x7099${'0'.repeat(32)}79C8`]]) },
    }),
    steps: filled,
  },
  WalletSendToken: {
    options: holding(),
    steps: [...form, ({ store }: TestModal) => store.set(pushAtom, { view: 'WalletSendToken' })],
  },
  WalletSendPreview: { options: holding(), steps: previewed },
  'WalletSendPreview, to a name': { options: holding(), steps: [...form, usdc, amount('25'), to('ada.eth'), preview] },
  'WalletSendPreview, planning': {
    options: holding({ node: { eth_estimateGas: never } }),
    steps: [...filled, ({ store }: TestModal) => void store.set(openPreviewAtom)],
  },
  'WalletSendPreview, would fail': {
    options: holding({
      node: { eth_estimateGas: new AppError('EXECUTION_REVERTED', { details: { reason: 'transfers are paused' } }) },
    }),
    steps: previewed,
  },
  'WalletSendPreview, node away': {
    options: holding({ node: { eth_estimateGas: new AppError('CHAIN_UNREACHABLE') } }),
    steps: previewed,
  },
  'WalletSendPreview, no coins for the fee': {
    options: holding({
      node: { eth_getBalance: '0x0' },
      options: { settings: { features: { onramp: true } } },
    }),
    steps: [...form, usdc, amount('25'), to(friend), preview],
  },
  'WalletSendPreview, to a lookalike': {
    options: holding({
      options: { kept: new Map([['latchkey:demo:recipients', `eip155:${testAddress}:0x7099${'0'.repeat(32)}79C8`]]) },
    }),
    steps: previewed,
  },
  'WalletSendPreview, declined': {
    options: holding({ options: failing(new AppError('USER_REJECTED')) }),
    steps: [...previewed, confirm],
  },
  'WalletSendPreview, unclear': {
    options: holding({ options: failing(new AppError('ABORTED')) }),
    steps: [...previewed, confirm, closeWallet],
  },
  WalletSendSent: { options: holding(), steps: [...previewed, confirm] },
  'WalletSendSent, confirmed': {
    options: holding({ node: { eth_getTransactionReceipt: { status: '0x1' } } }),
    steps: [...previewed, confirm, wait(4000)],
  },
  'WalletSendSent, undone': {
    options: holding({
      options: failing(
        new AppError('OPERATION_REVERTED', { details: { reason: 'transfers are paused', transactionHash: testHash } }),
      ),
    }),
    steps: [...previewed, confirm],
  },
  'WalletSendSent, failed': {
    options: holding({ node: { eth_getTransactionReceipt: { status: '0x0' } } }),
    steps: [...previewed, confirm, wait(4000)],
  },
}

import { AppError } from '@latchkey/protocol'
import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import { type TestModal, type TestOptions, testHash } from '../src/modal.fixture.ts'
import { arrivedConfigAtom } from '../src/remote-config/features.ts'
import { answerWith } from '../src/send/testTools.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { confirmAtom } from '../src/state/send/sending.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { openSwapAtom } from '../src/swap/openSwap.ts'
import type { SwapApi } from '../src/swap/SwapApi.ts'
import { choosingSideAtom, flipAtom, setSlippageAtom, typeSwapAmountAtom } from '../src/swap/swapForm.ts'
import { goToSolana, solanaTrading } from '../src/swap/swapOnSolana.fixture.ts'
import { refreshQuoteAtom, submitSwapFormAtom } from '../src/swap/swapQuote.ts'
import { refreshSwapTokensAtom } from '../src/swap/swapTokens.ts'
import { testSwapApi } from '../src/swap/testSwapApi.fixture.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'
// Loaded on demand elsewhere; a screenshot doesn't wait for it.
import '../src/connectors/auth/readUser.ts'
import '../src/send/evmSender.ts'
import '../src/send/solanaSender.ts'
import '../src/swap/planSolanaSwap.ts'
import '../src/swap/planSwap.ts'
import '../src/swap/solanaCosts.ts'
import '../src/state/approve.ts'

const never = () => new Promise<never>(() => undefined)
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** A node's responses at normal load; `decimals` of the only token. */
const quiet: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x59682f00',
  eth_estimateGas: '0x20000',
  eth_call: (call: { data: string }) => word(call.data === '0x313ce567' ? 6 : 1),
  eth_getTransactionReceipt: null,
}

type Facts = { api?: Partial<SwapApi>; node?: Readonly<Record<string, unknown>>; options?: TestOptions }

const trading = ({ api = {}, node = {}, options = {} }: Facts = {}): TestOptions => {
  const ask = answerWith({ ...quiet, ...node })
  const swapApi = testSwapApi(api)
  return backend(
    { balances: async () => [testEther('1.25'), testUsdc('1250.5')] },
    {
      ...options,
      settings: { features: { swaps: true }, ...options.settings },
      services: {
        askNode: (_, call) => ask(call.method, call.params as readonly unknown[]),
        loadSwapApi: async () => swapApi,
        ...options.services,
      },
    },
  )
}

const turnOff = ({ store }: TestModal) =>
  store.set(arrivedConfigAtom, { remote: { swaps: false }, capture: null, overridden: [] })
const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const readTokens = async ({ store }: TestModal) => {
  await store.set(refreshTokensAtom)
  await store.set(refreshSwapTokensAtom)
}
const openSwap = ({ store }: TestModal) => store.set(openSwapAtom)
const amount =
  (text: string) =>
  ({ store }: TestModal) =>
    store.set(typeSwapAmountAtom, text)
const quote = ({ store }: TestModal) => store.set(refreshQuoteAtom, true)
const flip = ({ store }: TestModal) => store.set(flipAtom)
const slippage =
  (text: string) =>
  ({ store }: TestModal) =>
    store.set(setSlippageAtom, text)
const submit = ({ store }: TestModal) => store.set(submitSwapFormAtom)
const confirm = ({ store }: TestModal) => store.set(confirmAtom)
const wait =
  (ms: number) =>
  ({ clock }: TestModal) =>
    clock.advance(ms)
const backToPreview = ({ store }: TestModal) => store.set(pushAtom, { view: 'WalletSendPreview' })

const form = [restore, open, readTokens, openSwap]
const quoted = [...form, amount('0.5'), quote]
const failing = (error: AppError): TestOptions => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})
const impactOf = (impact: number): Partial<SwapApi> => ({
  quote: async ({ from, to, units }) => ({
    toUnits: (units * BigInt(Math.round(2000 * (100 - impact)))) / 10n ** 14n,
    provider: 'Uniswap V2',
    route: [from, to],
    impact,
    crossing: null,
  }),
})

/** Swapping in every state that a user can reach. */
export const swapScreens: Record<string, Screen> = {
  Swap: { options: trading(), steps: form },
  'Swap, quoted': { options: trading(), steps: quoted },
  'Swap, from a token': { options: trading(), steps: [...form, flip, amount('250'), quote] },
  'Swap, on Solana': {
    options: solanaTrading(),
    steps: [restore, open, goToSolana, readTokens, openSwap, amount('0.5'), quote],
  },
  'Swap, sent on Solana': {
    options: solanaTrading(),
    steps: [restore, open, goToSolana, readTokens, openSwap, amount('0.5'), quote, submit],
  },
  'Swap, quoting': { options: trading({ api: { quote: never } }), steps: [...form, amount('0.5')] },
  'Swap, no liquidity': {
    options: trading({ api: { quote: async () => Promise.reject(new AppError('LIQUIDITY_INSUFFICIENT')) } }),
    steps: quoted,
  },
  'Swap, api away': {
    options: trading({ api: { quote: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) } }),
    steps: quoted,
  },
  'Swap, high impact': { options: trading({ api: impactOf(4) }), steps: quoted },
  'Swap, severe impact': { options: trading({ api: impactOf(22) }), steps: quoted },
  'Swap, no price': { options: trading({ api: { prices: async () => new Map() } }), steps: quoted },
  'Swap, too much': { options: trading(), steps: [...form, amount('9'), quote] },
  'Swap, own slippage': { options: trading(), steps: [...quoted, slippage('5')] },
  'Swap, tokens lost': {
    options: trading({ api: { tokens: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) } }),
    steps: form,
  },
  'Swap, loading': { options: trading({ api: { tokens: never } }), steps: [restore, open, openSwap] },
  'Swap, unsupported': {
    options: trading({ api: { tokens: async () => Promise.reject(new AppError('SWAPS_UNSUPPORTED')) } }),
    steps: form,
  },
  'Swap, disabled': { options: trading(), steps: [restore, open, turnOff, readTokens, openSwap] },
  SwapToken: {
    options: trading(),
    steps: [
      ...form,
      ({ store }: TestModal) => {
        store.set(choosingSideAtom, 'get')
        store.set(pushAtom, { view: 'SwapToken' })
      },
    ],
  },
  'Swap, preview: price moved': {
    options: trading({ api: { buildSwap: async () => Promise.reject(new AppError('PRICE_MOVED')) } }),
    steps: [...quoted, submit],
  },
  'Swap, preview: declined': {
    options: trading({ options: failing(new AppError('UNAUTHORIZED')) }),
    steps: [...quoted, submit],
  },
  'Swap, preview: unclear': {
    options: trading({ options: failing(new AppError('ABORTED')) }),
    steps: [...quoted, submit, confirm, backToPreview],
  },
  'Swap, sent': { options: trading(), steps: [...quoted, submit] },
  'Swap, confirmed': {
    options: trading({ node: { eth_getTransactionReceipt: { status: '0x1' } } }),
    steps: [...quoted, submit, wait(4000)],
  },
  'Swap, undone': {
    options: trading({
      options: failing(new AppError('OPERATION_REVERTED', { details: { reason: 'K', transactionHash: testHash } })),
    }),
    steps: [...quoted, submit],
  },
}

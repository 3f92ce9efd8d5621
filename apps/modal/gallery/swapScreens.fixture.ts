import { AppError } from '@latchkey/protocol'
import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import { type TestModal, type TestOptions, testAddress, testHash } from '../src/modal.fixture.ts'
import { arrivedConfigAtom } from '../src/remote-config/features.ts'
import { answerWith } from '../src/send/testTools.fixture.ts'
import { servicesAtom } from '../src/services.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { confirmAtom } from '../src/state/send/sending.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { keepCrossing } from '../src/swap/keptCrossing.ts'
import { openSwapAtom } from '../src/swap/openSwap.ts'
import type { SwapApi } from '../src/swap/SwapApi.ts'
import {
  chooseThereAtom,
  choosingSideAtom,
  flipAtom,
  setSlippageAtom,
  typeSwapAmountAtom,
} from '../src/swap/swapForm.ts'
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

const [here, there] = ['eip155:31337', 'eip155:1337'] as const
const usdcThere = `0x${'4'.repeat(40)}`
/** An exchange that brings tokens to another network. */
const bridge: Partial<SwapApi> = {
  tokens: async (network) => {
    const token = { address: `${there}:${usdcThere}`, name: 'USD Coin', symbol: 'USDC', decimals: 6, logoUri: '' }
    if (network === there) return { listed: [token], destinations: [] }
    return { ...(await testSwapApi().tokens(network)), destinations: [there] }
  },
  quote: async ({ units }) => ({
    toUnits: (units * 99n) / 100n,
    provider: 'LI.FI',
    route: [],
    impact: 1,
    crossing: { seconds: 12, feesUsd: 2.5 },
  }),
}
const chooseThere = async ({ store }: TestModal) => {
  store.set(flipAtom)
  await store.set(chooseThereAtom, there)
}
const chooseGet = ({ store }: TestModal) => {
  store.set(choosingSideAtom, 'get')
  store.set(pushAtom, { view: 'SwapToken' })
}
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Both networks' receipt: a payment of 247.5 USDC. */
const paid = {
  eth_getTransactionReceipt: {
    status: '0x1',
    blockNumber: '0x5',
    logs: [
      {
        address: usdcThere,
        topics: [transferTopic, word(1), `0x${testAddress.slice(2).padStart(64, '0')}`],
        data: word(247_500_000),
      },
    ],
  },
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00', timestamp: `0x${(2 ** 32).toString(16)}` },
}
/** A swap of 250 USDC to another network, which this browser has stored. */
const crossing = (report: Awaited<ReturnType<SwapApi['status']>>, node: Facts['node'] = paid): Screen => ({
  options: trading({ api: { ...bridge, status: async () => report }, node }),
  steps: [
    ({ store }: TestModal) => {
      const { storage, clock } = store.get(servicesAtom)
      const token = { token: usdcThere, symbol: 'USDC', decimals: 6, minimum: '247500000' }
      const swap = { address: testAddress, sourceHash: testHash, from: here, to: there, provider: 'LI.FI' }
      keepCrossing(storage, { ...swap, ...token, atMs: clock.now() })
    },
    ...form,
  ],
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
  SwapToken: { options: trading(), steps: [...form, chooseGet] },
  'SwapToken, of another network': { options: trading({ api: bridge }), steps: [...form, chooseThere, chooseGet] },
  'Swap, to another network': {
    options: trading({ api: bridge }),
    steps: [...form, chooseThere, amount('250'), quote],
  },
  'Swap, no way to another network': {
    options: trading({
      api: { ...bridge, quote: async () => Promise.reject(new AppError('LIQUIDITY_INSUFFICIENT')) },
    }),
    steps: [...form, chooseThere, amount('250'), quote],
  },
  'Swap, not in a block': crossing({ state: 'pending', txHash: null }, {}),
  'Swap, on the way': crossing({ state: 'pending', txHash: null }),
  'Swap, arrived': crossing({ state: 'arrived', txHash: testHash }),
  'Swap, not found there': crossing({ state: 'arrived', txHash: null }),
  'Swap, refunded': crossing({ state: 'refunded', txHash: testHash }),
  'Swap, not delivered': crossing({ state: 'failed', txHash: null }),
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

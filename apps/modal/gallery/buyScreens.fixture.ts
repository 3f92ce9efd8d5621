import { AppError } from '@latchkey/protocol'
import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import type { BuyApi, PurchaseReport } from '../src/buy/createBuyApi.ts'
import { loadOptionsAtom, offersAtom, refreshOffersAtom, typeAmountAtom } from '../src/buy/onramp.ts'
import { openBuyAtom } from '../src/buy/openBuy.ts'
import { buyAtom } from '../src/buy/purchase.ts'
import { testBuyApi, testOptions } from '../src/buy/testBuyApi.fixture.ts'
import { type TestModal, type TestOptions, testHash } from '../src/modal.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { typeAmountAtom as typeSendAmountAtom } from '../src/state/send/form.ts'
import { openSendAtom } from '../src/state/send/openSend.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { openTokenAtom } from '../src/views/account/shownToken.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'

const never = () => new Promise<never>(() => undefined)
const failing = (error: AppError) => async () => Promise.reject(error)

export const buying = (api: Partial<BuyApi> = {}): TestOptions => {
  const buyApi = testBuyApi(api)
  return backend(
    { balances: async () => [testEther('1.25'), testUsdc('1250.5')] },
    { settings: { features: { onramp: true, swaps: true } }, services: { loadBuyApi: async () => buyApi } },
  )
}

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const readTokens = ({ store }: TestModal) => store.set(refreshTokensAtom)
const load = async ({ store }: TestModal) => {
  await store.set(loadOptionsAtom)
  await store.set(refreshOffersAtom)
}
const show =
  (view: 'OnRampProviders' | 'OnRampTokenSelect' | 'OnRampFiatSelect' | 'BuyStatus' | 'Token') =>
  ({ store }: TestModal) =>
    store.set(pushAtom, { view })
const amount =
  (text: string) =>
  ({ store }: TestModal) =>
    store.set(typeAmountAtom, text)
const wait =
  (ms: number) =>
  ({ clock }: TestModal) =>
    clock.advance(ms)
const showToken = ({ store }: TestModal) => store.set(openTokenAtom, testUsdc('1250.5'))
const buy = ({ store }: TestModal) => {
  const [offer] = store.get(offersAtom)
  if (offer !== undefined) return store.set(buyAtom, offer)
}
const block = ({ page }: TestModal) => {
  page.blocks = true
}
const closeWindow = ({ page }: TestModal) => {
  for (const opened of page.opened) opened.closed = true
}

const form = [restore, open, readTokens, load, show('OnRampProviders')]
const bought = [...form, buy]
const reporting = (report: PurchaseReport): TestOptions => buying({ status: async () => report })

/** Buying in every state that a user can reach. */
export const buyScreens: Record<string, Screen> = {
  'Account, with buying': { options: buying(), steps: [restore, open, readTokens] },
  'WalletSend, too much, with buying': {
    options: buying(),
    steps: [
      restore,
      open,
      readTokens,
      ({ store }) => store.set(openSendAtom),
      ({ store }) => store.set(typeSendAmountAtom, '99'),
    ],
  },
  Token: { options: buying(), steps: [restore, open, readTokens, showToken] },
  'Token, of another network': {
    options: buying(),
    steps: [restore, open, ({ store }) => store.set(openTokenAtom, testEther('0.5', 'eip155:1337'))],
  },
  'Token, none': { options: buying(), steps: [restore, open, show('Token')] },
  'OnRampProviders, not sold': {
    options: buying(),
    steps: [
      restore,
      open,
      readTokens,
      load,
      ({ store }) =>
        store.set(openBuyAtom, { ...testUsdc('5'), symbol: 'LKEY', address: `eip155:31337:0x${'1'.repeat(40)}` }),
    ],
  },
  OnRampProviders: { options: buying(), steps: form },
  'OnRampProviders, asking': { options: buying({ quote: never }), steps: [restore, open, show('OnRampProviders')] },
  'OnRampProviders, refused and estimated': {
    options: buying({
      quote: async ({ provider }) =>
        Promise.reject(
          provider === 'one'
            ? new AppError('AMOUNT_OUT_OF_RANGE', { details: { min: '100.00', max: '200.00', currency: 'USD' } })
            : new AppError('SERVICE_UNREACHABLE'),
        ),
    }),
    steps: form,
  },
  'OnRampProviders, too little': { options: buying(), steps: [...form, amount('5')] },
  'OnRampProviders, loading': { options: buying({ options: never }), steps: [restore, open, show('OnRampProviders')] },
  'OnRampProviders, providers away': {
    options: buying({ options: failing(new AppError('SERVICE_UNREACHABLE')) }),
    steps: form,
  },
  'OnRampProviders, not enabled': { options: buying({ options: failing(new AppError('NOT_ENABLED')) }), steps: form },
  'OnRampProviders, nothing for this account': {
    options: buying({ options: async () => ({ ...testOptions, purchaseCurrencies: [] }) }),
    steps: form,
  },
  'OnRampProviders, open purchase': { options: buying(), steps: [...bought, show('OnRampProviders')] },
  OnRampTokenSelect: { options: buying(), steps: [...form, show('OnRampTokenSelect')] },
  OnRampFiatSelect: { options: buying(), steps: [...form, show('OnRampFiatSelect')] },
  'BuyStatus, opening': { options: buying({ start: never }), steps: bought },
  'BuyStatus, failed': { options: buying({ start: failing(new AppError('SERVICE_UNREACHABLE')) }), steps: bought },
  'BuyStatus, waiting': { options: buying(), steps: bought },
  'BuyStatus, blocked': { options: buying(), steps: [...form, block, buy] },
  'BuyStatus, window closed': { options: buying(), steps: [...bought, closeWindow, wait(5_000)] },
  'BuyStatus, processing': { options: reporting({ state: 'processing' }), steps: [...bought, wait(5_000)] },
  'BuyStatus, late': { options: reporting({ state: 'processing' }), steps: [...bought, wait(100_000)] },
  'BuyStatus, less than promised': {
    options: reporting({ state: 'processing', short: '12.5', txHash: testHash }),
    steps: [...bought, wait(5_000)],
  },
  'BuyStatus, network away': {
    options: reporting({ state: 'processing', isChainAway: true }),
    steps: [...bought, wait(5_000)],
  },
  'BuyStatus, unreachable': {
    options: buying({ status: failing(new AppError('SERVICE_UNREACHABLE')) }),
    steps: [...bought, wait(5_000)],
  },
  'BuyStatus, declined': { options: reporting({ state: 'declined' }), steps: [...bought, wait(5_000)] },
  'BuyStatus, expired': { options: reporting({ state: 'expired' }), steps: [...bought, wait(5_000)] },
  'BuyStatus, arrived': {
    options: reporting({ state: 'arrived', amount: '48.9', txHash: testHash }),
    steps: [...bought, wait(5_000)],
  },
  'BuyStatus, nothing open': { options: buying(), steps: [restore, open, show('BuyStatus')] },
}

import { AppError } from '@latchkey/protocol'
import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import type { ExchangesApi, PaymentReport } from '../src/exchanges/createExchangesApi.ts'
import { loadExchangesAtom, typeFundAmountAtom } from '../src/exchanges/form.ts'
import { openExchangesAtom, setExchangeArgumentsAtom } from '../src/exchanges/openExchanges.ts'
import { payAtom } from '../src/exchanges/payment.ts'
import { testExchangesApi } from '../src/exchanges/testExchangesApi.fixture.ts'
import { type TestModal, type TestOptions, testHash } from '../src/modal.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'

const never = () => new Promise<never>(() => undefined)
const failing = (error: AppError) => async () => Promise.reject(error)

/** An account that can be funded from two exchanges. */
export const exchanging = (api: Partial<ExchangesApi> = {}, balances = [testEther('1.25')]): TestOptions => {
  const left = [...balances]
  return backend(
    {
      balances: async () =>
        [left.length > 1 ? left.shift() : left[0], testUsdc('1250.5')].filter((each) => each !== undefined),
    },
    {
      settings: { features: { payWithExchange: true, payments: true } },
      services: { loadExchangesApi: async () => testExchangesApi(api) },
    },
  )
}

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const readTokens = ({ store }: TestModal) => store.set(refreshTokensAtom)
const openForm = ({ store }: TestModal) => store.set(openExchangesAtom)
const load = ({ store }: TestModal) => store.set(loadExchangesAtom)
const amount =
  (text: string) =>
  ({ store }: TestModal) =>
    store.set(typeFundAmountAtom, text)
const show =
  (view: 'PayWithExchangeSelectAsset' | 'PayWithExchangeStatus' | 'ExchangeDeposit') =>
  ({ store }: TestModal) =>
    store.set(pushAtom, { view })
const wait =
  (ms: number) =>
  ({ clock }: TestModal) =>
    clock.advance(ms)
const pay = ({ store }: TestModal) => store.set(payAtom, { id: 'one', name: 'One Exchange' })
const block = ({ page }: TestModal) => {
  page.blocks = true
}
const closeWindow = ({ page }: TestModal) => {
  for (const opened of page.opened) opened.closed = true
}
const askPayment = ({ store }: TestModal) =>
  store.set(setExchangeArgumentsAtom, {
    asset: 'eip155:31337/slip44:60',
    amount: '0.5',
    recipient: 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  })

const form = [restore, open, readTokens, openForm]
const paid = [...form, load, amount('0.5'), pay]
const reporting = (report: PaymentReport): TestOptions => exchanging({ status: async () => report })

/** Paying from an exchange in every state that a user can reach. */
export const exchangeScreens: Record<string, Screen> = {
  'Account, with deposits': { options: exchanging(), steps: [restore, open, readTokens] },
  PayWithExchange: { options: exchanging(), steps: [...form, amount('0.5')] },
  'PayWithExchange, without an amount': { options: exchanging(), steps: form },
  'PayWithExchange, above the limits': { options: exchanging(), steps: [...form, amount('5.000001')] },
  'PayWithExchange, loading': { options: exchanging({ list: never }), steps: form },
  'PayWithExchange, no exchange': { options: exchanging({ list: async () => [] }), steps: form },
  'PayWithExchange, exchanges away': {
    options: exchanging({ list: failing(new AppError('SERVICE_UNREACHABLE')) }),
    steps: form,
  },
  'PayWithExchange, with an open payment': { options: exchanging(), steps: [...paid, openForm] },
  'PayWithExchange, to the page': { options: exchanging(), steps: [...form, askPayment] },
  PayWithExchangeSelectAsset: { options: exchanging(), steps: [...form, show('PayWithExchangeSelectAsset')] },
  ExchangeDeposit: { options: exchanging(), steps: [...form, show('ExchangeDeposit')] },
  'ExchangeDeposit, arrived': {
    options: exchanging({}, [testEther('1.25'), testEther('1.25'), testEther('1.75')]),
    steps: [...form, show('ExchangeDeposit'), wait(5_000)],
  },
  'ExchangeDeposit, network away': {
    options: backend(
      { balances: failing(new AppError('CHAIN_UNREACHABLE')) },
      { settings: exchanging().settings ?? {} },
    ),
    steps: [restore, open, openForm, show('ExchangeDeposit')],
  },
  'ExchangeDeposit, late': { options: exchanging(), steps: [...form, show('ExchangeDeposit'), wait(100_000)] },
  'PayWithExchangeStatus, opening': { options: exchanging({ open: never }), steps: paid },
  'PayWithExchangeStatus, failed': {
    options: exchanging({ open: failing(new AppError('SERVICE_UNREACHABLE')) }),
    steps: paid,
  },
  'PayWithExchangeStatus, outside the limits': {
    options: exchanging({
      open: failing(
        new AppError('AMOUNT_OUT_OF_RANGE', { details: { min: '1', max: '5', currency: 'eip155:31337/slip44:60' } }),
      ),
    }),
    steps: paid,
  },
  'PayWithExchangeStatus, waiting': { options: exchanging(), steps: paid },
  'PayWithExchangeStatus, blocked': { options: exchanging(), steps: [...form, load, amount('0.5'), block, pay] },
  'PayWithExchangeStatus, window closed': { options: exchanging(), steps: [...paid, closeWindow, wait(5_000)] },
  'PayWithExchangeStatus, late': { options: exchanging(), steps: [...paid, wait(100_000)] },
  'PayWithExchangeStatus, unreachable': {
    options: exchanging({ status: failing(new AppError('SERVICE_UNREACHABLE')) }),
    steps: [...paid, wait(5_000)],
  },
  'PayWithExchangeStatus, network away': {
    options: reporting({ status: 'IN_PROGRESS', isChainAway: true }),
    steps: [...paid, wait(5_000)],
  },
  'PayWithExchangeStatus, declined': { options: reporting({ status: 'FAILED' }), steps: [...paid, wait(5_000)] },
  'PayWithExchangeStatus, unknown': { options: reporting({ status: 'UNKNOWN' }), steps: [...paid, wait(5_000)] },
  'PayWithExchangeStatus, arrived': {
    options: reporting({ status: 'SUCCESS', txHash: testHash }),
    steps: [...paid, wait(5_000)],
  },
  'PayWithExchangeStatus, nothing open': {
    options: exchanging(),
    steps: [restore, open, show('PayWithExchangeStatus')],
  },
}

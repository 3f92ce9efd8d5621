import { testEther, testUsdc } from '../src/account/testAccountApi.fixture.ts'
import type { SaleApi, SaleReport } from '../src/buy/createBuyApi.ts'
import { testBuyApi } from '../src/buy/testBuyApi.fixture.ts'
import type { TestModal, TestOptions } from '../src/modal.fixture.ts'
import { openSellAtom } from '../src/sell/openSell.ts'
import { lookAtSaleAtom, sellAtom } from '../src/sell/sale.ts'
import { loadSaleOptionsAtom, refreshSaleOffersAtom, saleOffersAtom, typeSaleAmountAtom } from '../src/sell/sellForm.ts'
import { testDeposit, testSaleApi } from '../src/sell/testSaleApi.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { refreshTokensAtom } from '../src/state/tokens.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'

const selling = (sale: Partial<SaleApi> = {}): TestOptions => {
  const buyApi = testBuyApi({ sale: testSaleApi(sale) })
  return backend(
    { balances: async () => [testEther('1.25'), testUsdc('1250.5')] },
    { settings: { features: { offramp: true } }, services: { loadBuyApi: async () => buyApi } },
  )
}
const form = [
  ({ store }: TestModal) => store.set(restoreAtom),
  ({ store }: TestModal) => store.set(openAtom),
  ({ store }: TestModal) => store.set(refreshTokensAtom),
  ({ store }: TestModal) => store.set(loadSaleOptionsAtom),
  ({ store }: TestModal) => store.set(openSellAtom),
]
const offered = [
  ...form,
  ({ store }: TestModal) => store.set(typeSaleAmountAtom, '50'),
  ({ store }: TestModal) => store.set(refreshSaleOffersAtom),
  ({ clock }: TestModal) => clock.advance(400),
]
const sell = ({ store }: TestModal) => {
  const [offer] = store.get(saleOffersAtom)
  if (offer === undefined) throw new Error('no offer')
  return store.set(sellAtom, offer)
}
const block = ({ page }: TestModal) => {
  page.blocks = true
}
const look = ({ store }: TestModal) => store.set(lookAtSaleAtom)
const reported = (report: SaleReport): Screen => ({
  options: selling({ status: async () => report }),
  steps: [...offered, sell, look],
})

/** Selling in the states that a user can reach; Send's own screens show the transfer. */
export const sellScreens: Record<string, Screen> = {
  Sell: { options: selling(), steps: form },
  'Sell, offered': { options: selling(), steps: offered },
  SellStatus: { options: selling(), steps: [...offered, sell] },
  'SellStatus, blocked': { options: selling(), steps: [...offered, block, sell] },
  'SellStatus, to send': reported({ state: 'send', deposit: testDeposit }),
  'SellStatus, paid': reported({ state: 'paid' }),
  'SellStatus, declined': reported({ state: 'declined' }),
  'SellStatus, expired': reported({ state: 'expired' }),
}

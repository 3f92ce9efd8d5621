import { testSaleApi } from '../sell/testSaleApi.fixture.ts'
import type { BuyApi, OnrampOptions } from './createBuyApi.ts'

const network = (chainId: number, name: string) => ({
  name,
  display_name: name,
  chain_id: String(chainId),
  contract_address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
})

export const testOptions: OnrampOptions = {
  providers: [
    { id: 'one', name: 'One Pay' },
    { id: 'two', name: 'Two Pay' },
  ],
  purchaseCurrencies: [
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ ...network(31337, 'local'), contract_address: '' }],
    },
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [network(1337, 'other'), network(31337, 'local'), network(999, 'elsewhere')],
    },
  ],
  paymentCurrencies: [
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '10.00', max: '500.00' }] },
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    },
  ],
}

export type TestBuyApi = BuyApi & {
  /** The calls, in order. */
  asked: { name: string; input: unknown }[]
}

/** Two providers in memory; the second has higher fees. */
export const testBuyApi = (replace: Partial<BuyApi> = {}): TestBuyApi => {
  const asked: TestBuyApi['asked'] = []
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  const calls: BuyApi = {
    options: async () => testOptions,
    quote: async ({ provider, amount, purchaseCurrency }) => ({
      paymentTotal: usd(amount),
      paymentSubtotal: usd(amount),
      networkFee: usd('0.50'),
      providerFee: usd(provider === 'two' ? '1.50' : '0.50'),
      purchaseAmount: { amount: provider === 'two' ? '48' : '49', currency: purchaseCurrency },
      quoteId: 'q',
    }),
    start: async () => ({ sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11', url: 'https://pay.example/s1' }),
    status: async () => ({ state: 'waiting' }),
    sale: testSaleApi(),
    ...replace,
  }
  const noted =
    <name extends Exclude<keyof BuyApi, 'sale'>>(name: name) =>
    (...input: Parameters<BuyApi[name]>) => {
      asked.push({ name, input: input[0] })
      return (calls[name] as (...input: unknown[]) => unknown)(...input)
    }
  return {
    asked,
    options: noted('options'),
    quote: noted('quote'),
    start: noted('start'),
    status: noted('status'),
    sale: calls.sale,
  } as TestBuyApi
}

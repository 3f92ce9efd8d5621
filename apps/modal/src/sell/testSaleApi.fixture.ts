import type { SaleApi, SaleOptions } from '../buy/createBuyApi.ts'

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const testSaleOptions: SaleOptions = {
  providers: [
    {
      id: 'cash',
      name: 'Cash Out',
      payoutCurrencies: [
        { id: 'EUR', payment_method_limits: [{ id: 'bank', min: '10.00', max: '500.00' }] },
        { id: 'USD', payment_method_limits: [{ id: 'bank', min: '10.00', max: '500.00' }] },
      ],
      sellCurrencies: [
        {
          id: 'usdc',
          name: 'USD Coin',
          symbol: 'USDC',
          networks: [
            { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: contract.toLowerCase() },
          ],
        },
      ],
    },
  ],
}

/** The address that the test's provider wants the tokens at. */
export const testDepositAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const testDeposit = {
  chainId: 'eip155:31337',
  contract: contract.toLowerCase(),
  address: testDepositAddress,
  amount: '50',
  expiresAt: Date.parse('2100-01-01T12:30:00Z'),
}

/** One provider that buys USDC, in memory. */
export const testSaleApi = (replace: Partial<SaleApi> = {}): SaleApi => ({
  options: async () => testSaleOptions,
  quote: async ({ payoutCurrency }) => ({
    payoutTotal: { amount: '49.00', currency: payoutCurrency },
    providerFee: { amount: '1.00', currency: payoutCurrency },
    quoteId: 'q',
  }),
  start: async () => ({ sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d22', url: 'https://cash.example/s1' }),
  status: async () => ({ state: 'waiting' }),
  ...replace,
})

import type { OnrampOptions, OnrampOrder, OnrampQuote } from './createBuyApi.ts'

/** Specification sections 3, 5 and 9. */
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

const usdc: OnrampOptions['purchaseCurrencies'][number] = {
  id: '2b92315d-eab7-5bef-84fa-089a131333f5',
  // not words: the token's own name.
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [
    {
      name: 'ethereum',
      display_name: 'Ethereum',
      chain_id: '1',
      contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    {
      name: 'polygon',
      display_name: 'Polygon',
      chain_id: '137',
      contract_address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    },
  ],
}

/** Shown while no provider's options could be read (specification section 8). */
export const defaultOptions: OnrampOptions = {
  providers: [],
  purchaseCurrencies: [usdc],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits },
  ],
}

/** The fallback for a quote that failed: fee, subtotal and total equal the amount. Must be marked as an estimate. */
export const estimatedQuote = ({ amount, paymentCurrency, purchaseCurrency }: OnrampOrder): OnrampQuote => {
  const price = { amount, currency: paymentCurrency }
  return {
    paymentTotal: price,
    paymentSubtotal: price,
    networkFee: price,
    purchaseAmount: { amount, currency: purchaseCurrency },
    quoteId: 'estimate',
  }
}

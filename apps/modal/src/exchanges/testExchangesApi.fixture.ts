import type { ExchangesApi } from './createExchangesApi.ts'

/** Two exchanges, and a payment on its way. */
export const testExchangesApi = (replace: Partial<ExchangesApi> = {}): ExchangesApi => ({
  list: async () => [
    { id: 'one', name: 'One Exchange', limits: { min: '0.01', max: '5' } },
    { id: 'two', name: 'Two Exchange' },
  ],
  open: async () => ({ sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11', url: 'https://one.example/p/1' }),
  status: async () => ({ status: 'IN_PROGRESS' }),
  ...replace,
})

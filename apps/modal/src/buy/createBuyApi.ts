import {
  createAnswerMemory,
  type EndpointRequest,
  type EndpointResponse,
  offrampOptions,
  offrampQuote,
  offrampSession,
  onrampOptions,
  onrampQuote,
  onrampSession,
  startOfframp,
  startOnramp,
} from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

export type OnrampOptions = EndpointResponse<'onrampOptions'>
export type OnrampQuote = EndpointResponse<'onrampQuote'>
export type OnrampOrder = Omit<EndpointRequest<'onrampQuote'>, 'projectId' | 'st' | 'sv'>
export type PurchaseReport = EndpointResponse<'onrampSession'>

export type SaleOptions = EndpointResponse<'offrampOptions'>
export type SaleQuote = EndpointResponse<'offrampQuote'>
export type SaleOrder = Omit<EndpointRequest<'offrampQuote'>, 'projectId' | 'st' | 'sv'>
export type SaleReport = EndpointResponse<'offrampSession'>

/** The api's rows about selling. Each function throws the AppErrors of the row of its name. */
export type SaleApi = {
  options(): Promise<SaleOptions>
  quote(order: SaleOrder): Promise<SaleQuote>
  /** Opens a sale from an address; its page is to be shown in a window. */
  start(order: SaleOrder & { address: string }): Promise<{ sessionId: string; url: string }>
  status(sessionId: string): Promise<SaleReport>
}

/** The api's rows about buying. Each function throws the AppErrors of the row of its name. */
export type BuyApi = {
  options(): Promise<OnrampOptions>
  quote(order: OnrampOrder): Promise<OnrampQuote>
  /** Opens a purchase for an address; its page is to be shown in a window. */
  start(order: OnrampOrder & { address: string }): Promise<{ sessionId: string; url: string }>
  status(sessionId: string): Promise<PurchaseReport>
  sale: SaleApi
}

export const createBuyApi = (backend: Backend): BuyApi => {
  const api = createBackendClient(
    backend,
    {
      onrampOptions,
      onrampQuote,
      onrampSession,
      startOnramp,
      offrampOptions,
      offrampQuote,
      offrampSession,
      startOfframp,
    },
    createAnswerMemory(),
  )
  return {
    options: () => api.call('onrampOptions', {}),
    quote: (order) => api.call('onrampQuote', order),
    start: (order) => api.call('startOnramp', order),
    status: (sessionId) => api.call('onrampSession', { sessionId }),
    sale: {
      options: () => api.call('offrampOptions', {}),
      quote: (order) => api.call('offrampQuote', order),
      start: (order) => api.call('startOfframp', order),
      status: (sessionId) => api.call('offrampSession', { sessionId }),
    },
  }
}

import {
  createAnswerMemory,
  type EndpointRequest,
  type EndpointResponse,
  onrampOptions,
  onrampQuote,
  onrampSession,
  startOnramp,
} from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

export type OnrampOptions = EndpointResponse<'onrampOptions'>
export type OnrampQuote = EndpointResponse<'onrampQuote'>
export type OnrampOrder = Omit<EndpointRequest<'onrampQuote'>, 'projectId' | 'st' | 'sv'>
export type PurchaseReport = EndpointResponse<'onrampSession'>

/** The api's rows about buying. Each function throws the AppErrors of the row of its name. */
export type BuyApi = {
  options(): Promise<OnrampOptions>
  quote(order: OnrampOrder): Promise<OnrampQuote>
  /** Opens a purchase for an address; its page is to be shown in a window. */
  start(order: OnrampOrder & { address: string }): Promise<{ sessionId: string; url: string }>
  status(sessionId: string): Promise<PurchaseReport>
}

export const createBuyApi = (backend: Backend): BuyApi => {
  const api = createBackendClient(
    backend,
    { onrampOptions, onrampQuote, onrampSession, startOnramp },
    createAnswerMemory(),
  )
  return {
    options: () => api.call('onrampOptions', {}),
    quote: (order) => api.call('onrampQuote', order),
    start: (order) => api.call('startOnramp', order),
    status: (sessionId) => api.call('onrampSession', { sessionId }),
  }
}

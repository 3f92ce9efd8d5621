import { type EndpointRequest, type EndpointResponse, exchanges } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

type Call = EndpointRequest<'exchanges'>
type Result = EndpointResponse<'exchanges'>['result']
type ResultWith<field extends string> = Extract<Result, Record<field, unknown>>

/** `limits`: of the asset, in whole tokens, for one payment. */
export type Exchange = {
  readonly id: string
  readonly name: string
  readonly limits?: { readonly min: string; readonly max: string } | undefined
}
/** `asset`: CAIP-19. `amount`: decimal text in whole tokens. `recipient`: CAIP-10. */
export type PaymentOrder = { exchangeId: string; asset: string; amount: string; recipient: string }
export type PaymentReport = ResultWith<'status'>

/** The api's row about payments from exchanges. Each function throws its AppErrors. */
export type ExchangesApi = {
  /** The exchanges that send this asset. */
  list(asset: string): Promise<readonly Exchange[]>
  /** Opens a payment; its page is to be shown in a window. */
  open(order: PaymentOrder): Promise<{ url: string; sessionId: string }>
  status(exchangeId: string, sessionId: string): Promise<PaymentReport>
}

/** A list that doesn't end is no list. */
const maxPages = 10

export const createExchangesApi = (backend: Backend): ExchangesApi => {
  const api = createBackendClient(backend, { exchanges })
  const call = async <field extends string>(field: field, { method, params }: Pick<Call, 'method' | 'params'>) => {
    const { result } = await api.call('exchanges', { jsonrpc: '2.0', id: 1, method, params } as Call)
    // The row has one shape per method, and accepts the response of another.
    if (!Object.hasOwn(result, field)) throw new AppError('INTERNAL')
    return result as ResultWith<field>
  }
  return {
    async list(asset) {
      const found: Exchange[] = []
      for (let page = 1; page <= maxPages; page++) {
        const params = { page, asset }
        const { exchanges: some, total } = await call('exchanges', { method: 'reown_getExchanges', params })
        found.push(...some.map(({ id, name, limits }) => ({ id, name, limits })))
        if (some.length === 0 || found.length >= total) break
      }
      return found
    },
    open: (params) => call('sessionId', { method: 'reown_getExchangePayUrl', params }),
    status: (exchangeId, sessionId) =>
      call('status', { method: 'reown_getExchangeBuyStatus', params: { exchangeId, sessionId } }),
  }
}

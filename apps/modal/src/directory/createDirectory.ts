import { createAnswerMemory, createQuery, getWalletImage, getWallets, type QueryOptions } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'
import type { Directory } from './Directory.ts'
import { readAsAddress } from './readAsAddress.ts'

export type CreateDirectoryOptions = QueryOptions & Backend

/** The wait after a rejection without a retry time. */
const timeoutSeconds = 30

/** The backend's directory. Responses are cached in memory for as long as their rows allow. */
export const createDirectory = (options: CreateDirectoryOptions): Directory => {
  const { fetch: send = globalThis.fetch } = options
  let retryAfter = ''
  const fetch: typeof send = async (input, init) => {
    const response = await send(input, init)
    if (response.status === 429) retryAfter = response.headers.get('retry-after') ?? ''
    return response
  }
  const api = createBackendClient({ ...options, fetch }, { getWallets, getWalletImage }, createAnswerMemory())
  const query = createQuery(options)
  /** When a proxy rejected the request, only the header has the wait. */
  const seconds = (error: AppError): number => {
    const said = Number(error.details.seconds ?? (/^\d{1,5}$/.test(retryAfter) ? retryAfter : Number.NaN))
    return Number.isFinite(said) ? said : timeoutSeconds
  }
  return {
    async find(filter, signal) {
      try {
        // Not retried automatically: the local list shows meanwhile, with a note.
        const { data, count } = await api.call('getWallets', filter, { signal, idempotent: false })
        return { wallets: data, count }
      } catch (thrown) {
        const error = AppError.from(thrown)
        if (error.name !== 'RATE_LIMITED' && error.name !== 'LIMIT_EXCEEDED') throw error
        throw new AppError('RATE_LIMITED', { cause: error, details: { seconds: seconds(error) } })
      }
    },
    image: async (id) =>
      readAsAddress(await query(id, () => api.call('getWalletImage', { id }, { idempotent: false }))),
  }
}

import {
  accountBalance,
  accountHistory,
  createQuery,
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  identity,
  profileAccount,
  type QueryOptions,
  supportedChains,
} from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'
import { readAsAddress } from '../directory/readAsAddress.ts'
import { keepAnswers } from '../keepAnswers.ts'
import type { ModalStorage } from '../storage.ts'
import type { AccountApi } from './AccountApi.ts'

export type AccountApiOptions = QueryOptions & Backend & { storage?: ModalStorage }

/** The backend's path for icons; `image` requests no others. */
const picturePath = /^\/public\/(getTokenImage|getAssetImage|getCurrencyImage)\/([A-Za-z0-9][\w.$+-]{0,127})$/

/** The backend's rows about accounts. Cacheable responses are kept for as long as their row allows: names in `storage` too. */
export const createAccountApi = (options: AccountApiOptions): AccountApi => {
  const { storage } = options
  const { origin } = new URL(options.apiUrl)
  const api = createBackendClient(
    options,
    {
      accountBalance,
      accountHistory,
      identity,
      profileAccount,
      getAssetImage,
      getCurrencyImage,
      getTokenImage,
      supportedChains,
    },
    keepAnswers(storage, [profileAccount]),
  )
  const query = createQuery(options)
  const once = { idempotent: false } as const
  /** The latest list of served networks. Balances don't wait for the first one: their own response has the same information. */
  let served: readonly string[] | null = null
  const readServed = async (): Promise<readonly string[]> => {
    served = (await api.call('supportedChains', {}, once)).http
    return served
  }
  const requireServed = (chainId: string): void => {
    readServed().catch(() => {})
    if (served?.includes(chainId) === false) throw new AppError('CHAIN_NOT_SUPPORTED')
  }
  const readBalances = async (address: string, isForced: boolean, chain: { chainId?: string }) => {
    const forced = isForced ? { forceUpdate: 'true' } : {}
    const { balances } = await api.call('accountBalance', { address, ...chain, currency: 'usd', ...forced })
    return balances
  }
  return {
    supportedChains: readServed,
    async balances(address, chainId, isForced) {
      requireServed(chainId)
      return readBalances(address, isForced, { chainId })
    },
    portfolio: (address, isForced) => readBalances(address, isForced, {}),
    async history(address, chainId, cursor) {
      requireServed(chainId)
      return api.call('accountHistory', { address, chainId, ...(cursor !== undefined && { cursor }) })
    },
    identity: (address) => query(`identity ${address}`, () => api.call('identity', { address }, once)),
    async name(name) {
      const answer = await api.call('profileAccount', { name, apiVersion: '2' })
      return Array.isArray(answer) ? (answer[0] ?? null) : answer
    },
    async image(iconUrl) {
      const url = URL.parse(iconUrl, origin)
      const [, row, name = ''] = (url?.origin === origin && picturePath.exec(url.pathname)) || []
      const ask = () =>
        row === 'getTokenImage'
          ? api.call('getTokenImage', { symbol: name }, once)
          : api.call(row === 'getCurrencyImage' ? row : 'getAssetImage', { id: name }, once)
      if (row === undefined || url === null) throw new AppError('IMAGE_NOT_FOUND')
      return readAsAddress(await query(url.pathname, ask))
    },
  }
}

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

/** How long a list of networks that couldn't be read isn't asked for again. */
const failureMs = 60_000

/** The backend's rows about accounts. What may be kept is kept for as long as its row says: names in `storage` too. */
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
  const now = () => options.clock?.now() ?? Date.now()
  /** The last list of networks with balances. Nothing waits for the first one: the answer about balances says the same. */
  let served: readonly string[] | null = null
  let askAgainAt = 0
  const readServed = async (): Promise<readonly string[]> => {
    served = (await api.call('supportedChains', {}, once)).http
    return served
  }
  const requireServed = (chainId: string): void => {
    if (now() >= askAgainAt) readServed().catch(() => (askAgainAt = now() + failureMs))
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
    // A chain's history needs no node, so the list of networks doesn't say whether there is one.
    history: (address, chainId, cursor) =>
      api.call('accountHistory', { address, chainId, ...(cursor !== undefined && { cursor }) }),
    identity: (address) => query(`identity ${address}`, () => api.call('identity', { address }, once)),
    async name(name) {
      const answer = await api.call('profileAccount', { name, apiVersion: '2' })
      return Array.isArray(answer) ? (answer[0] ?? null) : answer
    },
    async image(iconUrl) {
      const url = URL.canParse(iconUrl, origin) ? new URL(iconUrl, origin) : null
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

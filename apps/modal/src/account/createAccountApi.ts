import {
  accountBalance,
  accountHistory,
  createAnswerMemory,
  createApiClient,
  getAssetImage,
  getTokenImage,
  identity,
  profileAccount,
} from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { readAsAddress } from '../directory/readAsAddress.ts'
import type { AccountApi } from './AccountApi.ts'

export type AccountApiOptions = { apiUrl: string; projectId: string; sdkVersion: string; fetch?: typeof fetch }

/** Where the backend has its pictures; `image` asks for no others. */
const picturePath = /^\/public\/(getTokenImage|getAssetImage)\/([A-Za-z0-9][\w.$+-]{0,127})$/

/** The backend's rows about accounts. What may be kept is kept in memory for as long as its row says. */
export const createAccountApi = ({ apiUrl, projectId, sdkVersion, fetch }: AccountApiOptions): AccountApi => {
  const { origin } = new URL(apiUrl)
  const api = createApiClient({
    endpoints: { accountBalance, accountHistory, identity, profileAccount, getAssetImage, getTokenImage },
    apiUrl: origin,
    // No row of custody's is called from a page.
    custodyUrl: '',
    projectId,
    sdk: { st: 'latchkey', sv: sdkVersion },
    memory: createAnswerMemory(),
    ...(fetch !== undefined && { fetch }),
  })
  return {
    async balances(address, chainId, isForced) {
      const forced = isForced ? { forceUpdate: 'true' } : {}
      const { balances } = await api.call('accountBalance', { address, chainId, currency: 'usd', ...forced })
      return balances
    },
    history: (address, chainId, cursor) =>
      api.call('accountHistory', { address, chainId, ...(cursor !== undefined && { cursor }) }),
    identity: (address) => api.call('identity', { address }),
    async name(name) {
      const answer = await api.call('profileAccount', { name, apiVersion: '2' })
      return Array.isArray(answer) ? (answer[0] ?? null) : answer
    },
    async image(iconUrl) {
      const url = URL.parse(iconUrl, origin)
      const [, row, name = ''] = (url?.origin === origin && picturePath.exec(url.pathname)) || []
      if (row === 'getTokenImage') return readAsAddress(await api.call('getTokenImage', { symbol: name }))
      if (row === 'getAssetImage') return readAsAddress(await api.call('getAssetImage', { id: name }))
      throw new AppError('IMAGE_NOT_FOUND')
    },
  }
}

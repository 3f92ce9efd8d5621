import type { KnownNetworks } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import type { Database } from '@latchkey/service-kit/db/database'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { ListedToken } from '../balances/tokenList.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { type AccountIndex, storedAddress } from '../indexer/accountIndex.ts'
import type { PriceSource } from '../prices/priceSource.ts'
import { createFirstLook } from './firstLook.ts'
import { createHistoryCursors, type HistoryPlace } from './historyCursor.ts'
import type { HistorySource } from './historySource.ts'
import { historyPlace, newest, readHistory } from './historyStore.ts'
import { showHistory } from './showHistory.ts'
import { createTokenFacts } from './tokenFacts.ts'

export type IndexedHistoryOptions = {
  database: Database
  accounts: AccountIndex
  kms: Kms
  cache: SharedCache
  known: KnownNetworks
  rpcProxy: RpcProxy
  prices: PriceSource
  tokenList: readonly ListedToken[]
  /** The api's own base URL, which serves icons. */
  publicUrl: string
}

const pageSize = 25

/** Serves histories from our own index. */
export function createIndexedHistory(options: IndexedHistoryOptions): HistorySource {
  const { database, accounts, cache, known, prices, publicUrl } = options
  const cursors = createHistoryCursors(options.kms)
  const firstLook = createFirstLook({ accounts })
  const readFacts = createTokenFacts(options)

  return {
    async page({ address, chainId, cursor }) {
      const chainIds = chainsAsked(accounts, address, chainId)
      const whose = `${storedAddress(address)} ${chainId ?? ''}`
      const behind: HistoryPlace | undefined = cursor === undefined ? undefined : await cursors.read(whose, cursor)
      await firstLook(address, chainIds)
      // Read before the rows: rows that the index still lacked at this moment may be missing.
      const isWhole = await accounts.isWhole(address, chainIds)

      // Reads one more than it returns, to know whether there are more.
      const rows = await readHistory(database, {
        address: storedAddress(address),
        chainIds,
        behind,
        most: pageSize + 1,
      })
      const shown = rows.slice(0, pageSize)
      const data = await showHistory({ readFacts, prices, cache, known, publicUrl }, shown)
      if (isWhole && rows.length <= pageSize) return { data, next: null }
      const last = shown.at(-1)
      return { data, next: await cursors.write(whose, last === undefined ? (behind ?? newest) : historyPlace(last)) }
    },
  }
}

/** Throws ADDRESS_INVALID, CHAIN_NOT_SUPPORTED. */
function chainsAsked(accounts: AccountIndex, address: string, chainId: string | undefined): string[] {
  const all = accounts.chainsOf(address)
  if (chainId === undefined) return all
  if (all.includes(chainId)) return [chainId]
  // An address of another kind of chain does not exist there.
  throw new AppError(accounts.isIndexed(chainId) ? 'ADDRESS_INVALID' : 'CHAIN_NOT_SUPPORTED')
}

import type { IndexSettings } from '../indexer/startIndexer.ts'
import type { PriceSettings } from '../prices/openPriceSource.ts'
import type { HistorySource } from './historySource.ts'
import { createIndexedHistory, type IndexedHistoryOptions } from './indexedHistory.ts'
import { createUpstreamHistory } from './upstreamHistory.ts'

export type OpenHistoryOptions = IndexedHistoryOptions & {
  /** Chains that we index ourselves. */
  index: IndexSettings
  /** Maybe another server of the same contract. */
  upstream: PriceSettings
  fetch: typeof globalThis.fetch
}

/** Our own index, if there is one; else another server of the same contract, where the settings name one. */
export const openHistory = ({ index, upstream, ...options }: OpenHistoryOptions): HistorySource =>
  'upstreamUrl' in upstream && Object.keys(index).length === 0
    ? createUpstreamHistory({ ...options, url: upstream.upstreamUrl, projectId: upstream.upstreamProjectId })
    : createIndexedHistory(options)

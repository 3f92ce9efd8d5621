import { accountHistory, createAnswerMemory, createApiClient } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import * as z from 'zod/mini'
import type { IndexSettings } from '../indexer/startIndexer.ts'
import type { PriceSettings } from '../prices/openPriceSource.ts'
import type { HistorySource } from './historySource.ts'
import { createIndexedHistory, type IndexedHistoryOptions } from './indexedHistory.ts'

type UpstreamHistoryOptions = {
  /** A server of the same contract: scheme, host, port, no trailing slash. */
  url: string
  /** Our project there. */
  projectId: string
  fetch: typeof globalThis.fetch
  cache: SharedCache
}

/** Our caller waits 10 s: it must have an answer by then. */
const timeoutMs = 8_000
const cachedMs = 15_000
/** The caller's own errors are passed on; anything else is between us and the server. */
const passedOn: ReadonlySet<string> = new Set([
  'ADDRESS_INVALID',
  'CURSOR_INVALID',
  'CHAIN_NOT_SUPPORTED',
  'CHAIN_UNREACHABLE',
])

/** Serves histories from any server of the same contract, page by page; its cursors are passed on as they are. */
function createUpstreamHistory({ url, projectId, fetch, cache }: UpstreamHistoryOptions): HistorySource {
  const client = createApiClient({
    endpoints: { accountHistory },
    apiUrl: url,
    // No row of custody is forwarded.
    custodyUrl: url,
    projectId,
    memory: createAnswerMemory(),
    fetch,
  })
  return {
    page: (asked) =>
      cache.once(
        `upstream history ${JSON.stringify([asked.address, asked.chainId ?? '', asked.cursor ?? ''])}`,
        cachedMs,
        (kept) => z.parse(accountHistory.response, kept),
        async () => {
          try {
            return await client.call('accountHistory', asked, { signal: AbortSignal.timeout(timeoutMs) })
          } catch (cause) {
            if (cause instanceof AppError && passedOn.has(cause.name)) throw new AppError(cause.name, { cause })
            throw new AppError('SERVICE_UNREACHABLE', { cause })
          }
        },
      ),
  }
}

type OpenHistoryOptions = IndexedHistoryOptions & {
  /** Chains that we index ourselves. */
  index: IndexSettings
  /** Possibly another server of the same contract. */
  upstream: PriceSettings
  fetch: typeof globalThis.fetch
}

/** Opens our own index, if there is one; otherwise the configured upstream server. */
export const openHistory = ({ index, upstream, ...options }: OpenHistoryOptions): HistorySource =>
  'upstreamUrl' in upstream && Object.keys(index).length === 0
    ? createUpstreamHistory({ ...options, url: upstream.upstreamUrl, projectId: upstream.upstreamProjectId })
    : createIndexedHistory(options)

import { randomUUID } from 'node:crypto'
import type { Database } from '@latchkey/service-kit/db/database'
import { describeCause, type Log } from '@latchkey/service-kit/log'
import type { Closable } from '@latchkey/service-kit/process/openAll'
import { observedFetch } from '../chain/observedFetch.ts'
import { NotHeld } from './chainHold.ts'
import { createEvmReader } from './evm/evmReader.ts'
import { followEvmChain } from './evm/followEvmChain.ts'
import { createIndexNodes } from './indexNodes.ts'
import { createIndexStore } from './indexStore.ts'
import type { RoundOutcome } from './roundOutcome.ts'
import { followSolana } from './solana/followSolana.ts'
import { createSignatureStore } from './solana/signatureStore.ts'

/** Chains that are indexed, by CAIP-2. */
export type IndexSettings = Readonly<Record<string, { from: number }>>

export type IndexerOptions = {
  /** Used in the role of the api. */
  database: Database
  index: IndexSettings
  /** The most accounts of each chain to follow. Default 20,000. */
  maxAccounts?: number | undefined
  /** Node addresses by CAIP-2. */
  nodes: Readonly<Record<string, readonly string[]>>
  fetch: typeof globalThis.fetch
  log: Log
  /** How long a crashed replica keeps a chain from the others. Default 15 s. */
  leaseMs?: number
  /** How often an EVM chain is polled for new blocks; Solana half as often. Default 1 s. */
  pollMs?: number
}

const forgetEveryMs = 60_000

/**
 * Keeps the index of each chain up to date until it is closed. Of several replicas over one database, one holds a chain at a time; it
 * releases the chain when closed, and another takes over after a crash.
 */
export function startIndexer(options: IndexerOptions): Closable {
  const { database, index, nodes, log, leaseMs = 15_000, pollMs = 1_000, maxAccounts } = options
  const fetch = observedFetch({ ...options, bundlers: {} })
  const holder = randomUUID()
  const store = createIndexStore({ database, holder, leaseMs, maxAccounts })
  const signatures = createSignatureStore({ database, holder })
  const stopping = new AbortController()

  const followers = Object.entries(index).map(([chainId, { from }]) => {
    const { signal } = stopping
    const beforeEach = (): Promise<void> => store.renew(chainId)
    const chainNodes = createIndexNodes({ chainId, urls: nodes[chainId] ?? [], fetch, signal, beforeEach })
    if (chainId.startsWith('solana:'))
      return keepGoing(chainId, 2 * pollMs, followSolana({ chainId, nodes: chainNodes, store, signatures }))
    const reader = createEvmReader(chainNodes)
    const onReplaced = (): void => log({ level: 'warn', event: `index of ${chainId} restarts: the chain was replaced` })
    return keepGoing(chainId, pollMs, followEvmChain({ chainId, first: from, reader, store, onReplaced, signal }))
  })

  async function keepGoing(chainId: string, everyMs: number, round: () => Promise<RoundOutcome>): Promise<void> {
    let isStuck = false
    let forgottenAt = 0
    while (!stopping.signal.aborted) {
      const outcome = await round().then(
        (each) => {
          if (isStuck) log({ level: 'info', event: `index of ${chainId} goes on` })
          isStuck = false
          return each
        },
        (error: unknown) => {
          // Logged once, not every second.
          if (!(error instanceof NotHeld) && !isStuck && !stopping.signal.aborted) {
            isStuck = true
            log({ level: 'warn', event: `index of ${chainId} is stuck`, cause: describeCause(error) })
          }
          return 'idle' as const
        },
      )
      if (outcome !== 'elsewhere' && Date.now() - forgottenAt > forgetEveryMs) {
        // With more to forget, again after the next round.
        const isMore = await store.forget(chainId).catch(() => false)
        if (!isMore) forgottenAt = Date.now()
      }
      if (outcome !== 'busy') await pause(everyMs, stopping.signal)
    }
    // If this fails, the lease ends by itself.
    await store.release(chainId).catch(() => undefined)
  }

  return {
    async close() {
      stopping.abort()
      await Promise.all(followers)
    },
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })

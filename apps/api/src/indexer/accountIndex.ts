import { isEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Database } from '@latchkey/service-kit/db/database'
import type { IndexSettings } from './startIndexer.ts'

/** The services' access to the index. The indexer may run in another process. */
export type AccountIndex = {
  /**
   * Returns the indexed chains (CAIP-2) that have addresses of this kind. Throws ADDRESS_INVALID when no known chain has such addresses.
   */
  chainsOf(address: string): string[]
  /** CAIP-2. */
  isIndexed(chainId: string): boolean
  /**
   * Tracks an account, with its past, for as long as it is requested. Returns true when it was not tracked before, so that nothing is known
   * of it yet. Does nothing for a chain that is not indexed.
   */
  track(address: string, chainId: string): Promise<boolean>
  /** Returns whether the account's recent past is fully known, on all of these chains. */
  isUpToDate(address: string, chainIds: readonly string[]): Promise<boolean>
  /** Returns whether everything that will ever be scanned of the account's past is known, on all of these chains. */
  isWhole(address: string, chainIds: readonly string[]): Promise<boolean>
  /**
   * Returns the contracts (or mints) of tokens that the account has received or sent, newest first, at most 200; EVM addresses in lower
   * case. Tracks the account, so that there are some the next time.
   */
  tokensSeen(address: string, chainId: string): Promise<string[]>
}

const maxTokens = 200
/** A repeated request within a minute isn't recorded again; so many are remembered. */
const againMs = 60_000
const maxRemembered = 10_000

export function createAccountIndex({ database, index }: { database: Database; index: IndexSettings }): AccountIndex {
  const isIndexed = (chainId: string): boolean => Object.hasOwn(index, chainId)

  const trackedAt = new Map<string, number>()

  async function track(address: string, chainId: string): Promise<boolean> {
    const key = `${chainId} ${storedAddress(address)}`
    const isRecent = Date.now() - (trackedAt.get(key) ?? 0) < againMs
    if (!isIndexed(chainId) || isRecent) return false
    const isNew = await note(address, chainId)
    trackedAt.delete(key)
    trackedAt.set(key, Date.now())
    for (const oldest of trackedAt.keys()) {
      if (trackedAt.size <= maxRemembered) break
      trackedAt.delete(oldest)
    }
    return isNew
  }

  async function note(address: string, chainId: string): Promise<boolean> {
    const rows = await database.statement(
      'api',
      (sql) => sql<{ is_new: boolean }>`
        INSERT INTO tracked_accounts (chain_id, address, asked_at)
        VALUES (${chainId}, ${storedAddress(address)}, now())
        ON CONFLICT (chain_id, address) DO UPDATE SET asked_at = now(),
          asked_days = tracked_accounts.asked_days + (tracked_accounts.asked_at < date_trunc('day', now()))::integer
          WHERE tracked_accounts.asked_at < now() - interval '1 minute'
        RETURNING filled_from IS NULL AND xmax::text = '0' AS is_new`,
    )
    return rows[0]?.is_new === true
  }

  return {
    isIndexed,
    chainsOf(address) {
      const namespace = namespaceOf(address)
      return Object.keys(index).filter((chainId) => chainId.startsWith(`${namespace}:`))
    },
    track,
    async isUpToDate(address, chainIds) {
      const rows = await database.statement(
        'api',
        (sql) => sql`
          SELECT 1 FROM tracked_accounts
          WHERE address = ${storedAddress(address)} AND (filled_from <= walk_from OR is_busy)
            AND chain_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(chainIds)}::text::jsonb))`,
      )
      return rows.length === new Set(chainIds).size
    },
    async isWhole(address, chainIds) {
      const firsts = Object.fromEntries(chainIds.map((chainId) => [chainId, index[chainId]?.from ?? 0]))
      const rows = await database.statement(
        'api',
        (sql) => sql`
          SELECT 1 FROM tracked_accounts AS account
          JOIN jsonb_each_text(${JSON.stringify(firsts)}::text::jsonb) AS first ON first.key = account.chain_id
          WHERE account.address = ${storedAddress(address)}
            AND (account.is_busy OR account.filled_from <= first.value::bigint)
            AND NOT EXISTS (
              SELECT FROM signature_ranges AS range
              WHERE range.chain_id = account.chain_id AND range.address = account.address AND NOT range.is_filled
            )`,
      )
      return rows.length === Object.keys(firsts).length
    },
    async tokensSeen(address, chainId) {
      if (!isIndexed(chainId)) return []
      await track(address, chainId)
      const rows = await database.statement(
        'api',
        (sql) => sql<{ contract: string }>`
          SELECT contract FROM account_tokens WHERE chain_id = ${chainId} AND address = ${storedAddress(address)}
          ORDER BY seen_block DESC, contract LIMIT ${maxTokens}`,
      )
      return rows.map(({ contract }) => contract)
    },
  }
}

/** Returns an address as the index writes it. */
export const storedAddress = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

/** Throws ADDRESS_INVALID. */
function namespaceOf(address: string): 'eip155' | 'solana' {
  if (isEvmAddress(address)) return 'eip155'
  if (address.startsWith('0x')) throw new AppError('ADDRESS_INVALID')
  parseSolanaAddress(address)
  return 'solana'
}

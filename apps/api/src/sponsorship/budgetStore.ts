import { type Sql, single } from '@latchkey/service-kit/db/database'

/** A project's sponsorship on one network. */
export type BudgetOf = { projectId: string; chainId: string }

export type SponsoredOperation = BudgetOf & {
  operationHash: string
  userId: string
  sender: string
  nonce: bigint
  /** The most that it can cost, in wei. */
  costWei: bigint
  /** It can't be mined after this. */
  validUntil: Date
  /** The newest block when it was promised. */
  fromBlock: number
}

/** An operation's user, sender and nonce. */
export type SponsoredTurn = Pick<SponsoredOperation, 'projectId' | 'chainId' | 'userId' | 'sender' | 'nonce'>

/** Wei since a point in time: of all users, and of one. */
export type Spent = { byAll: bigint; byPerson: bigint }

/** Until the transaction ends, no other call counts this project's remaining budget on this network. */
export const lockBudget = async (sql: Sql, { projectId, chainId }: BudgetOf): Promise<void> => {
  // The number separates this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(8, hashtext(${JSON.stringify([projectId, chainId])}))`
}

/**
 * Returns what a project has paid, or may have to pay, since then, without promises for this sender and nonce, which are returned
 * separately. Of all operations with one nonce of one sender only one can be mined: the most expensive counts.
 */
export const readSpent = async (
  sql: Sql,
  { projectId, chainId, userId, sender, nonce }: SponsoredTurn,
  since: Date,
): Promise<Spent & { bySameNonce: bigint }> => {
  const row = single(
    await sql<{ by_all: string; by_person: string; same: string }>`
      WITH turns AS (
        SELECT user_id, sender, nonce, max(cost_wei) AS cost_wei FROM sponsored_operations
        WHERE project_id = ${projectId} AND chain_id = ${chainId} AND created_at >= ${since}
        GROUP BY user_id, sender, nonce
      ), told AS (
        SELECT user_id, cost_wei,
          user_id = ${userId}::uuid AND sender = ${sender} AND nonce = ${nonce.toString()}::text::numeric AS is_same
        FROM turns
      )
      SELECT
        coalesce(sum(cost_wei) FILTER (WHERE NOT is_same), 0)::text AS by_all,
        coalesce(sum(cost_wei) FILTER (WHERE NOT is_same AND user_id = ${userId}::uuid), 0)::text AS by_person,
        coalesce(sum(cost_wei) FILTER (WHERE is_same), 0)::text AS same
      FROM told`,
  )
  return { byAll: BigInt(row.by_all), byPerson: BigInt(row.by_person), bySameNonce: BigInt(row.same) }
}

/** The same operation promised again changes nothing. */
export const insertSponsored = async (sql: Sql, operation: SponsoredOperation, now: Date): Promise<void> => {
  const { operationHash, userId, projectId, chainId, sender, nonce, costWei, validUntil, fromBlock } = operation
  await sql`
    INSERT INTO sponsored_operations
      (chain_id, operation_hash, project_id, user_id, sender, nonce, cost_wei, valid_until, from_block, created_at)
    VALUES (${chainId}, ${operationHash}, ${projectId}, ${userId}, ${sender}, ${nonce.toString()}::text::numeric,
      ${costWei.toString()}::text::numeric, ${validUntil}, ${fromBlock}, ${now})
    ON CONFLICT DO NOTHING`
}

/** Removes operations that no longer count. */
export const forgetSponsored = async (sql: Sql, before: Date): Promise<void> => {
  await sql`DELETE FROM sponsored_operations WHERE created_at < ${before}`
}

export type OpenOperation = Pick<SponsoredOperation, 'operationHash' | 'sender' | 'nonce' | 'validUntil'> & {
  /** Null if it was not recorded. */
  fromBlock: number | null
}

/**
 * Returns up to `most` operations since then whose cost is unknown and that were not looked up since `notSince`: the user's first, then the
 * most expensive. They now count as looked up.
 */
export const takeOpen = async (
  sql: Sql,
  { projectId, chainId, userId }: BudgetOf & { userId: string },
  { since, notSince, now, most }: { since: Date; notSince: Date; now: Date; most: number },
): Promise<OpenOperation[]> => {
  const rows = await sql<{
    operation_hash: string
    sender: string
    nonce: string
    valid_until: Date
    from_block: string | null
  }>`
    UPDATE sponsored_operations SET looked_at = ${now}
    WHERE chain_id = ${chainId} AND operation_hash IN (
      SELECT operation_hash FROM sponsored_operations
      WHERE project_id = ${projectId} AND chain_id = ${chainId} AND created_at >= ${since} AND settled_at IS NULL
        AND (looked_at IS NULL OR looked_at < ${notSince})
      ORDER BY user_id = ${userId}::uuid DESC, cost_wei DESC LIMIT ${most}
      FOR UPDATE SKIP LOCKED
    )
    RETURNING operation_hash, sender, nonce::text AS nonce, valid_until, from_block::text AS from_block`
  return rows.map((row) => ({
    operationHash: row.operation_hash,
    sender: row.sender,
    nonce: BigInt(row.nonce),
    validUntil: row.valid_until,
    fromBlock: row.from_block === null ? null : Number(row.from_block),
  }))
}

/** Records that it was mined, and its cost; no other with its nonce can be. */
export const settleMined = async (
  sql: Sql,
  { projectId, chainId }: BudgetOf,
  { operationHash, sender, nonce }: OpenOperation,
  costWei: bigint,
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE sponsored_operations
    SET settled_at = ${now}, cost_wei = CASE
      -- Never more than was promised, whoever says so.
      WHEN operation_hash = ${operationHash} THEN least(cost_wei, ${costWei.toString()}::text::numeric)
      ELSE 0
    END
    WHERE project_id = ${projectId} AND chain_id = ${chainId} AND sender = ${sender}
      AND nonce = ${nonce.toString()}::text::numeric AND settled_at IS NULL`
}

/** Records that it was not mined, and can't be any longer. */
export const settleUnused = async (
  sql: Sql,
  { chainId }: BudgetOf,
  operationHash: string,
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE sponsored_operations SET settled_at = ${now}, cost_wei = 0
    WHERE chain_id = ${chainId} AND operation_hash = ${operationHash} AND settled_at IS NULL`
}

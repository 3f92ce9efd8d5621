import type { Sql } from '@latchkey/service-kit/db/database'

/** The provider's word, until the chain shows the tokens: `arrived` is final. */
export type PurchaseState = 'waiting' | 'processing' | 'sent' | 'declined' | 'expired' | 'arrived'

/** A purchase that was started at a provider, and what the account held then. */
export type NewPurchase = {
  purchaseId: string
  projectId: string
  /** Its id in the settings. */
  provider: string
  /** What it calls the purchase. */
  reference: string
  /** CAIP-2. */
  chainId: string
  address: string
  /** The token's contract or mint; null for the chain's own coin. */
  contract: string | null
  /** The least that counts as arrived, in whole tokens: what was promised, less the provider's tolerance. */
  minimum: string
  /** What the account held, in whole tokens. */
  heldBefore: string
  /** The last block before it; null where blocks have no such numbers. */
  blockBefore: bigint | null
  createdAt: Date
}

export type Purchase = NewPurchase & { state: PurchaseState; txHash: string | null; arrivedAmount: string | null }

/** Keeps a purchase. False when the provider has another of the same reference. */
export const insertPurchase = async (sql: Sql, purchase: NewPurchase): Promise<boolean> => {
  const { purchaseId, projectId, provider, reference, chainId, address, contract, minimum } = purchase
  const { heldBefore, blockBefore, createdAt } = purchase
  const rows = await sql`
    INSERT INTO purchases (purchase_id, project_id, provider, reference, chain_id, address, contract, minimum, held_before,
      block_before, created_at)
    VALUES (${purchaseId}, ${projectId}, ${provider}, ${reference}, ${chainId}, ${address}, ${contract}, ${minimum},
      ${heldBefore}, ${blockBefore?.toString() ?? null}, ${createdAt})
    ON CONFLICT (provider, reference) DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** A purchase of this project; null when there is none. */
export const findPurchase = async (
  sql: Sql,
  { purchaseId, projectId }: Pick<Purchase, 'purchaseId' | 'projectId'>,
): Promise<Purchase | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM purchases WHERE purchase_id = ${purchaseId} AND project_id = ${projectId}`
  return row === undefined ? null : readRow(row)
}

/** Keeps what a provider says; what has arrived stays so, and a hash that is known. True when there is such a purchase. */
export const noteReport = async (
  sql: Sql,
  { provider, reference }: Pick<Purchase, 'provider' | 'reference'>,
  { state, txHash }: { state: PurchaseState; txHash: string | null },
): Promise<boolean> => {
  const rows = await sql`
    UPDATE purchases
    SET state = CASE WHEN state = 'arrived' THEN state ELSE ${state} END, tx_hash = COALESCE(${txHash}, tx_hash)
    WHERE provider = ${provider} AND reference = ${reference} RETURNING 1`
  return rows.length > 0
}

/** The chain has it. */
export const noteArrival = async (
  sql: Sql,
  purchaseId: string,
  { amount, txHash }: { amount: string; txHash: string | null },
): Promise<void> => {
  await sql`
    UPDATE purchases SET state = 'arrived', arrived_amount = ${amount}, tx_hash = ${txHash}
    WHERE purchase_id = ${purchaseId}`
}

/** Until the transaction ends, no other purchase arrives by this transfer. */
export const lockTransfer = async (sql: Sql, chainId: string, txHash: string): Promise<void> => {
  // The number tells this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(24, hashtext(${JSON.stringify([chainId, txHash])}))`
}

/** Whether another purchase has arrived by this transfer: one counts once. */
export const isTransferCounted = async (
  sql: Sql,
  { purchaseId, chainId }: Purchase,
  txHash: string,
): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM purchases
    WHERE chain_id = ${chainId} AND tx_hash = ${txHash} AND state = 'arrived' AND purchase_id <> ${purchaseId} LIMIT 1`
  return rows.length > 0
}

type Row = {
  purchase_id: string
  project_id: string
  provider: string
  reference: string
  chain_id: string
  address: string
  contract: string | null
  minimum: string
  held_before: string
  block_before: string | number | bigint | null
  state: PurchaseState
  tx_hash: string | null
  arrived_amount: string | null
  created_at: Date
}

const readRow = (row: Row): Purchase => ({
  purchaseId: row.purchase_id,
  projectId: row.project_id,
  provider: row.provider,
  reference: row.reference,
  chainId: row.chain_id,
  address: row.address,
  contract: row.contract,
  minimum: row.minimum,
  heldBefore: row.held_before,
  blockBefore: row.block_before === null ? null : BigInt(row.block_before),
  state: row.state,
  txHash: row.tx_hash,
  arrivedAmount: row.arrived_amount,
  createdAt: row.created_at,
})

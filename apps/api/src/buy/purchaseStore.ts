import type { Sql } from '@latchkey/service-kit/db/database'

/** As the provider reports it, until the chain shows the tokens: `arrived` is final. */
export type PurchaseState = 'waiting' | 'processing' | 'sent' | 'declined' | 'expired' | 'arrived'

/** A purchase that was started at a provider, and the account's balance at that time. */
export type NewPurchase = {
  purchaseId: string
  projectId: string
  /** Its id in the settings. */
  provider: string
  /** The provider's id for the purchase. */
  reference: string
  /** CAIP-2. */
  chainId: string
  address: string
  /** The token's contract or mint; null for the chain's own coin. */
  contract: string | null
  /** The least that counts as arrived, in whole tokens: the quoted amount, less the provider's tolerance. */
  minimum: string
  /** The account's balance at the start, in whole tokens. */
  heldBefore: string
  /** The last block before the purchase; null where blocks have no such numbers. */
  blockBefore: bigint | null
  createdAt: Date
}

export type Purchase = NewPurchase & { state: PurchaseState; txHash: string | null; arrivedAmount: string | null }

/** Inserts a purchase. Returns false when the provider has another one with the same reference. */
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

/** Returns a purchase of this project, or null. */
export const findPurchase = async (
  sql: Sql,
  { purchaseId, projectId }: Pick<Purchase, 'purchaseId' | 'projectId'>,
): Promise<Purchase | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM purchases WHERE purchase_id = ${purchaseId} AND project_id = ${projectId}`
  return row === undefined ? null : readRow(row)
}

/** Records a provider's report; an arrived purchase and a known hash stay. Returns whether there is such a purchase. */
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

/** Records that the chain has it. */
export const noteArrival = async (
  sql: Sql,
  purchaseId: string,
  { amount, txHash }: { amount: string; txHash: string | null },
): Promise<void> => {
  await sql`
    UPDATE purchases SET state = 'arrived', arrived_amount = ${amount}, tx_hash = ${txHash}
    WHERE purchase_id = ${purchaseId}`
}

/** Until the transaction ends, no other purchase can claim this transfer. */
export const lockTransfer = async (sql: Sql, chainId: string, txHash: string): Promise<void> => {
  // The number separates this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(24, hashtext(${JSON.stringify([chainId, txHash])}))`
}

/** Returns whether another purchase has claimed this transfer: one counts once. */
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

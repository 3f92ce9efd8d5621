import type { Sql } from '@latchkey/service-kit/db/database'

/** As the provider reports it. */
export type SaleState = 'waiting' | 'send' | 'processing' | 'paid' | 'declined' | 'expired'

export type NewSale = {
  saleId: string
  projectId: string
  /** Its id in the settings. */
  provider: string
  /** The provider's id for the sale. */
  reference: string
  /** CAIP-2. */
  chainId: string
  /** The token's contract or mint; null for the chain's own coin. */
  contract: string | null
  /** What the provider calls token and network; null for sales of a release before it was kept. */
  symbol: string | null
  network: string | null
  /** What the user wants to sell, in whole tokens. */
  amount: string
  createdAt: Date
}

/** `deposit`: what the provider named first. `isChanged`: it has since named something else, or something other than what was requested. */
export type Sale = NewSale & {
  state: SaleState
  deposit: { address: string; expiresAt: Date } | null
  isChanged: boolean
}

/** Inserts a sale. Returns false when the provider has another one with the same reference. */
export const insertSale = async (sql: Sql, sale: NewSale): Promise<boolean> => {
  const { saleId, projectId, provider, reference, chainId, contract, symbol, network, amount, createdAt } = sale
  const rows = await sql`
    INSERT INTO sales (sale_id, project_id, provider, reference, chain_id, contract, symbol, network, amount, created_at)
    VALUES (${saleId}, ${projectId}, ${provider}, ${reference}, ${chainId}, ${contract}, ${symbol}, ${network}, ${amount},
      ${createdAt})
    ON CONFLICT (provider, reference) DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** Returns a sale of this project, or null. */
export const findSale = async (
  sql: Sql,
  { saleId, projectId }: Pick<Sale, 'saleId' | 'projectId'>,
): Promise<Sale | null> => {
  const [row] = await sql<Row>`SELECT * FROM sales WHERE sale_id = ${saleId} AND project_id = ${projectId}`
  return row === undefined ? null : readRow(row)
}

/** Finds a sale by its provider's reference and locks it until the transaction ends. */
export const lockSale = async (
  sql: Sql,
  { provider, reference }: Pick<Sale, 'provider' | 'reference'>,
): Promise<Sale | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM sales WHERE provider = ${provider} AND reference = ${reference} FOR UPDATE`
  return row === undefined ? null : readRow(row)
}

/** Stores a sale's state. */
export const updateSale = async (sql: Sql, { saleId, state, deposit, isChanged }: Sale): Promise<void> => {
  await sql`
    UPDATE sales SET state = ${state}, deposit_address = ${deposit?.address ?? null},
      expires_at = ${deposit?.expiresAt ?? null}, is_changed = ${isChanged}
    WHERE sale_id = ${saleId}`
}

type Row = {
  sale_id: string
  project_id: string
  provider: string
  reference: string
  chain_id: string
  contract: string | null
  symbol: string | null
  network: string | null
  amount: string
  state: SaleState
  deposit_address: string | null
  expires_at: Date | null
  is_changed: boolean
  created_at: Date
}

const readRow = (row: Row): Sale => ({
  saleId: row.sale_id,
  projectId: row.project_id,
  provider: row.provider,
  reference: row.reference,
  chainId: row.chain_id,
  contract: row.contract,
  symbol: row.symbol,
  network: row.network,
  amount: row.amount,
  state: row.state,
  deposit:
    row.deposit_address === null || row.expires_at === null
      ? null
      : { address: row.deposit_address, expiresAt: row.expires_at },
  isChanged: row.is_changed,
  createdAt: row.created_at,
})

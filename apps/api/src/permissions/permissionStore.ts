import type { Sql } from '@latchkey/service-kit/db/database'

/** A stored permission of an account. `account` is EIP-55, `pci` the hash of the delegation. */
export type StoredPermission = {
  userId: string
  /** CAIP-2. */
  chainId: string
  account: string
  pci: string
  /** The page that requested it. */
  origin: string
  signer: string
  expiresAt: Date
  permissions: Term[]
  policies: Term[]
  context: string
  createdAt: Date
  revokedAt: Date | null
}
/** As ERC-7715 writes a permission or a policy. */
type Term = { type: string; data?: Record<string, unknown> | undefined }
type Account = Pick<StoredPermission, 'userId' | 'chainId' | 'account'>

/** Returns false when it is stored already. */
export const insertPermission = async (sql: Sql, permission: Omit<StoredPermission, 'revokedAt'>): Promise<boolean> => {
  const { userId, chainId, account, pci, origin, signer, expiresAt, context, createdAt } = permission
  const { permissions, policies } = permission
  const rows = await sql`
    INSERT INTO permissions
      (user_id, chain_id, account, pci, dapp_origin, signer, expires_at, terms, context, created_at)
    VALUES (${userId}, ${chainId}, ${account}, ${pci}, ${origin}, ${signer}, ${expiresAt},
      ${JSON.stringify({ permissions, policies })}, ${context}, ${createdAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** Returns the number of an account's permissions, except this one. */
export const countOthers = async (sql: Sql, { userId, chainId, account }: Account, pci: string): Promise<number> => {
  const [row] = await sql<{ count: string | number | bigint }>`
    SELECT count(*) AS count FROM permissions
    WHERE user_id = ${userId} AND chain_id = ${chainId} AND account = ${account} AND pci <> ${pci}`
  return Number(row?.count ?? 0)
}

/** Returns an account's permissions, newest first. */
export const readPermissions = async (
  sql: Sql,
  { userId, chainId, account }: Account,
): Promise<Omit<StoredPermission, 'userId'>[]> => {
  const rows = await sql<{
    pci: string
    dapp_origin: string
    signer: string
    expires_at: Date
    terms: string
    context: string
    created_at: Date
    revoked_at: Date | null
  }>`
    SELECT pci, dapp_origin, signer, expires_at, terms, context, created_at, revoked_at FROM permissions
    WHERE user_id = ${userId} AND chain_id = ${chainId} AND account = ${account} ORDER BY created_at DESC, pci`
  return rows.map((row) => ({
    chainId,
    account,
    pci: row.pci,
    origin: row.dapp_origin,
    signer: row.signer,
    expiresAt: row.expires_at,
    // Written only by `insertPermission`.
    ...(JSON.parse(row.terms) as Pick<StoredPermission, 'permissions' | 'policies'>),
    context: row.context,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }))
}

/** Returns the user's other accounts with permissions that end after that time. */
export const readOthers = async (
  sql: Sql,
  { userId, chainId, account }: Account,
  since: Date,
): Promise<Pick<StoredPermission, 'chainId' | 'account'>[]> => {
  const rows = await sql<{ chain_id: string; account: string }>`
    SELECT DISTINCT chain_id, account FROM permissions
    WHERE user_id = ${userId} AND expires_at >= ${since} AND NOT (chain_id = ${chainId} AND account = ${account})
    ORDER BY chain_id, account LIMIT 64`
  return rows.map((row) => ({ chainId: row.chain_id, account: row.account }))
}

/** Returns the chains on which an account has granted this, for any user. */
export const chainsOfPermission = async (sql: Sql, account: string, pci: string): Promise<string[]> => {
  const rows = await sql<{ chain_id: string }>`
    SELECT DISTINCT chain_id FROM permissions WHERE account = ${account} AND pci = ${pci} ORDER BY chain_id`
  return rows.map(({ chain_id }) => chain_id)
}

/** Ends it for every user who has it stored. The first end date stays. */
export const endPermission = async (
  sql: Sql,
  { chainId, account, pci }: Pick<StoredPermission, 'chainId' | 'account' | 'pci'>,
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE permissions SET revoked_at = ${now}
    WHERE chain_id = ${chainId} AND account = ${account} AND pci = ${pci} AND revoked_at IS NULL`
}

/** Removes permissions that expired before then. */
export const deleteExpired = async (sql: Sql, userId: string, before: Date): Promise<void> => {
  await sql`DELETE FROM permissions WHERE user_id = ${userId} AND expires_at < ${before}`
}

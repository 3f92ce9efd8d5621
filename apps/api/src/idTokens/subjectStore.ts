import { randomBytes } from 'node:crypto'
import { encodeBase64url } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'

/**
 * The owner of a subject: a user, or a wallet that has signed. `signer` is `<namespace>:<address>` where the address's own key signs, and
 * CAIP-10 where a contract does: the same address on another chain may be another owner's contract.
 */
export type SubjectOwner = { userId: string } | { signer: string }

const ownerText = (owner: SubjectOwner): string =>
  'userId' in owner ? `user:${owner.userId}` : `wallet:${owner.signer}`

/** Returns the owner's subject in a project (`sub`): 128 random bits in base64url, different in each project, the same at each sign-in. */
export async function subjectOf(
  sql: Sql,
  { projectId, owner, now }: { projectId: string; owner: SubjectOwner; now: Date },
): Promise<string> {
  const text = ownerText(owner)
  const known = await findSubject(sql, projectId, text)
  if (known !== null) return known
  const made = encodeBase64url(new Uint8Array(randomBytes(16)))
  const userId = 'userId' in owner ? owner.userId : null
  await sql`
    INSERT INTO subjects (project_id, owner, subject, user_id, created_at)
    VALUES (${projectId}, ${text}, ${made}, ${userId}, ${now}) ON CONFLICT (project_id, owner) DO NOTHING`
  // A concurrent call may have inserted one first.
  return (await findSubject(sql, projectId, text)) ?? made
}

async function findSubject(sql: Sql, projectId: string, owner: string): Promise<string | null> {
  const [row] = await sql<{ subject: string }>`
    SELECT subject FROM subjects WHERE project_id = ${projectId} AND owner = ${owner}`
  return row?.subject ?? null
}

/** Returns the owner of a project's subject; null when it is none. */
export async function ownerOfSubject(sql: Sql, projectId: string, subject: string): Promise<SubjectOwner | null> {
  const [row] = await sql<{ owner: string; user_id: string | null }>`
    SELECT owner, user_id FROM subjects WHERE project_id = ${projectId} AND subject = ${subject}`
  if (row === undefined) return null
  return row.user_id === null ? { signer: row.owner.slice('wallet:'.length) } : { userId: row.user_id }
}

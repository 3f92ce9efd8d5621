import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/**
 * The provider's short-lived records: started sign-ins, codes, access tokens of the userinfo endpoint. A row is found by the digest of its
 * id, and sealed with a key derived from the id: a reader of the database finds neither a usable id nor whose sign-in it is.
 */
export type OidcStoreDeps = { database: Database; clock: Clock }

/** `Decision` is ours: a user's consent. The others are the provider's. */
export type OidcModel = 'Interaction' | 'AuthorizationCode' | 'AccessToken' | 'Grant' | 'Decision'

const digest = (model: OidcModel, id: string): Uint8Array => createHash('sha256').update(`${model} ${id}`).digest()
const keyOf = (model: OidcModel, id: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', id, '', `oidc ${model}`, 32))

const ivBytes = 12
const tagBytes = 16

function seal(model: OidcModel, id: string, payload: unknown): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(model, id), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(payload)), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, sealed, cipher.getAuthTag()]))
}

function open(model: OidcModel, id: string, sealed: Uint8Array): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(model, id), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  return JSON.parse(text.toString())
}

export type StoredRecord = { payload: unknown; createdAt: Date; consumedAt: Date | null }

/** Stores a record, or its new state. Its expiry stays as it was at first. */
export async function keepRecord(
  sql: Sql,
  {
    model,
    id,
    payload,
    grantId,
    now,
    lifeSeconds,
  }: {
    model: OidcModel
    id: string
    payload: unknown
    /** Records that end with this grant. */
    grantId?: string | undefined
    now: Date
    lifeSeconds: number
  },
): Promise<void> {
  const grantHash = grantId === undefined ? null : digest('Grant', grantId)
  await sql`
    INSERT INTO oidc_records (record_hash, grant_hash, sealed, created_at, expires_at)
    VALUES (${digest(model, id)}, ${grantHash}, ${seal(model, id, payload)}, ${now}, ${secondsLater(now, lifeSeconds)})
    ON CONFLICT (record_hash) DO UPDATE SET sealed = excluded.sealed`
}

/** Returns an unexpired record, or null. */
export async function findRecord(sql: Sql, model: OidcModel, id: string, now: Date): Promise<StoredRecord | null> {
  const [row] = await sql<{ sealed: Uint8Array; created_at: Date; consumed_at: Date | null }>`
    SELECT sealed, created_at, consumed_at FROM oidc_records
    WHERE record_hash = ${digest(model, id)} AND expires_at > ${now}`
  if (row === undefined) return null
  return { payload: open(model, id, row.sealed), createdAt: row.created_at, consumedAt: row.consumed_at }
}

/** Returns false when it was used before, or does not exist. */
export async function consumeRecord(sql: Sql, model: OidcModel, id: string, now: Date): Promise<boolean> {
  const rows = await sql`
    UPDATE oidc_records SET consumed_at = ${now}
    WHERE record_hash = ${digest(model, id)} AND consumed_at IS NULL AND expires_at > ${now} RETURNING 1`
  return rows.length === 1
}

const models: readonly string[] = ['Interaction', 'AuthorizationCode', 'AccessToken', 'Grant'] satisfies OidcModel[]
const isModel = (name: string): name is OidcModel => models.includes(name)

/**
 * The provider's own view of its records. It has no sessions: the wallet's session decides who is signed in. `now` is the services' clock;
 * records that have expired by it are not found, whatever their payload holds.
 */
export const createOidcStore =
  ({ database, clock }: OidcStoreDeps) =>
  (model: string): Adapter => {
    const inApi = <result>(work: (sql: Sql) => Promise<result>): Promise<result> => database.transaction('api', work)
    if (model === 'Session') return noRecords
    if (!isModel(model)) throw new Error(`The OpenID Provider keeps no ${model}`)
    return {
      ...noRecords,
      upsert: (id, payload, lifeSeconds = 0) =>
        inApi((sql) =>
          keepRecord(sql, { model, id, payload, grantId: payload.grantId, now: clock.now(), lifeSeconds }),
        ),
      async find(id) {
        const found = await inApi((sql) => findRecord(sql, model, id, clock.now()))
        if (found === null) return undefined
        const payload = found.payload as AdapterPayload
        return found.consumedAt === null ? payload : { ...payload, consumed: true }
      },
      async consume(id) {
        // Of two concurrent uses, one fails.
        if (!(await inApi((sql) => consumeRecord(sql, model, id, clock.now()))))
          throw new errors.InvalidGrant('already used')
      },
      async destroy(id) {
        await inApi((sql) => sql`DELETE FROM oidc_records WHERE record_hash = ${digest(model, id)}`)
      },
      async revokeByGrantId(grantId) {
        await inApi((sql) => sql`DELETE FROM oidc_records WHERE grant_hash = ${digest('Grant', grantId)}`)
      },
    }
  }

const noRecords: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

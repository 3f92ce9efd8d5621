import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/**
 * What the provider keeps for minutes: sign-ins that have begun, codes, the tokens of the userinfo endpoint. A row is found by the digest
 * of its id, and sealed with a key that is made of the id: who reads the database finds neither an id that they could use nor whose sign-in
 * it is.
 */
export type OidcStoreDeps = { database: Database; clock: Clock }

/** `Decision` is ours: that a user has agreed. The others are the provider's. */
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

/** Keeps a record, or what it has become. Its time ends as it was to when it was made. */
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
    /** What ends with this grant. */
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

/** A record whose time is not over; null when there is none. */
export async function findRecord(sql: Sql, model: OidcModel, id: string, now: Date): Promise<StoredRecord | null> {
  const [row] = await sql<{ sealed: Uint8Array; created_at: Date; consumed_at: Date | null }>`
    SELECT sealed, created_at, consumed_at FROM oidc_records
    WHERE record_hash = ${digest(model, id)} AND expires_at > ${now}`
  if (row === undefined) return null
  return { payload: open(model, id, row.sealed), createdAt: row.created_at, consumedAt: row.consumed_at }
}

/** False when it was used before, or is none. */
export async function consumeRecord(sql: Sql, model: OidcModel, id: string, now: Date): Promise<boolean> {
  const rows = await sql`
    UPDATE oidc_records SET consumed_at = ${now}
    WHERE record_hash = ${digest(model, id)} AND consumed_at IS NULL AND expires_at > ${now} RETURNING 1`
  return rows.length === 1
}

const models: readonly string[] = ['Interaction', 'AuthorizationCode', 'AccessToken', 'Grant'] satisfies OidcModel[]
const isModel = (name: string): name is OidcModel => models.includes(name)

/**
 * The provider's own view of its records. Its sessions are none: who is signed in, the wallet's session says. `now` is the services'
 * clock; what has ended by it is not found, whatever the payload says.
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
        // Of two who use it at the same time, one is second.
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

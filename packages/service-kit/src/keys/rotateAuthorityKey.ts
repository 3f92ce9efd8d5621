import type { Clock } from '../clock.ts'
import type { Sql } from '../db/database.ts'
import { ensureKey, type KeyDeps, type KeyPurpose, type KeyState, rowName } from './authorityKeyring.ts'

/** The dependencies of a rotation. */
export type RotateKeyDeps = KeyDeps & { clock: Clock }
/** The key to rotate, and the urgency. */
export type RotateKeyOptions = {
  purpose: KeyPurpose
  /** The key may have leaked: the rotation doesn't wait, and operations in progress fail. */
  leaked: boolean
}

/**
 * Time until all verifiers and sealers know the next key, in milliseconds: they refresh each minute. Apps look up an unknown ID token key
 * at once.
 */
const noticeMs = 180_000
/**
 * How long the previous key stays accepted, in milliseconds: a token lives ten minutes, and a page with a key to seal to may stay open for
 * a day.
 */
const overlapMs = { signing: 3_600_000, hpke: 86_400_000, 'id-token': 3_600_000 } as const satisfies Record<
  KeyPurpose,
  number
>

/** Creates the next key, which is published and accepted from now on, but not used. Idempotent. */
export const prepareAuthorityKey = (deps: RotateKeyDeps, purpose: KeyPurpose): Promise<void> =>
  ensureKey(deps, purpose, 'next', deps.clock.now())

/**
 * Puts the next key to use; the previous one stays accepted. Throws when none is prepared, when it is too recent, or when an older key
 * isn't retired.
 */
export const rotateAuthorityKey = (
  { authority, database, clock }: RotateKeyDeps,
  { purpose, leaked }: RotateKeyOptions,
): Promise<void> =>
  database.transaction(authority, async (sql) => {
    const changedAt = await readStates(sql, purpose)
    const preparedAt = changedAt.get('next')
    if (preparedAt === undefined) throw new Error(`No ${purpose} key is prepared: run prepare ${purpose}`)
    if (changedAt.has('previous'))
      throw new Error(`The ${purpose} key of before is still accepted: run retire ${purpose} first`)
    requireLater(clock, preparedAt + noticeMs, leaked, `The next ${purpose} key is not known everywhere yet`)
    const [next, current, previous] = (['next', 'current', 'previous'] as const).map((state) => rowName(purpose, state))
    const now = clock.now()
    await sql`UPDATE authority_keys SET purpose = ${previous ?? ''}, changed_at = ${now} WHERE purpose = ${current ?? ''}`
    await sql`UPDATE authority_keys SET purpose = ${current ?? ''}, changed_at = ${now} WHERE purpose = ${next ?? ''}`
  })

/** Deletes the previous key. Throws when there is none, or when its signatures or sealed data may still be needed. */
export const retireAuthorityKey = (
  { authority, database, clock }: RotateKeyDeps,
  { purpose, leaked }: RotateKeyOptions,
): Promise<void> =>
  database.transaction(authority, async (sql) => {
    const replacedAt = (await readStates(sql, purpose)).get('previous')
    if (replacedAt === undefined) throw new Error(`There is no ${purpose} key of before`)
    requireLater(clock, replacedAt + overlapMs[purpose], leaked, `The ${purpose} key of before may still be needed`)
    await sql`DELETE FROM authority_keys WHERE purpose = ${rowName(purpose, 'previous')}`
  })

/** Returns when the key in each state was created, in milliseconds since 1970. */
async function readStates(sql: Sql, purpose: KeyPurpose): Promise<Map<KeyState, number>> {
  const rows = await sql<{ purpose: string; changed_at: Date | null }>`
    SELECT purpose, changed_at FROM authority_keys WHERE split_part(purpose, ' ', 1) = ${purpose} FOR UPDATE`
  return new Map(
    rows.map((row) => [(row.purpose.split(' ')[1] ?? 'current') as KeyState, row.changed_at?.getTime() ?? 0]),
  )
}

function requireLater(clock: Clock, atMs: number, leaked: boolean, reason: string): void {
  if (!leaked && clock.now().getTime() < atMs)
    throw new Error(`${reason}: wait until ${new Date(atMs).toISOString()}, or say --leaked`)
}

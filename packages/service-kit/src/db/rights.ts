/**
 * Complete rights of each authority's login. This table, not the history of grants in the migrations, is authoritative. A dump of the
 * database holds neither roles nor their rights on another server, so every run of the migrations compares and corrects them.
 */
import { type Database, type DatabaseRole, roleOf, type Sql, schemaOf } from './database.ts'

const change = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
/** Append-only: entries stay, whatever code runs in the role. */
const append = ['SELECT', 'INSERT'] as const
const noUpdate = ['SELECT', 'INSERT', 'DELETE'] as const
const noDelete = ['SELECT', 'INSERT', 'UPDATE'] as const

const shared = {
  authority_keys: change,
  spent_proofs: change,
  audit_log: append,
  key_rotations: noDelete,
  // Written by the owner during a restore.
  restores: ['SELECT'],
  // The only way to remove audit entries, and only those older than 90 days.
  'forget_audit(timestamp with time zone, integer)': ['EXECUTE'],
  audit_log_entry_id_seq: ['USAGE'],
  key_rotations_rotation_id_seq: ['USAGE'],
} as const

/** Rights of an authority in its own schema, by table, sequence or function. `UPDATE (column)`: that column only. */
export const rights: Readonly<Record<DatabaseRole, Readonly<Record<string, readonly string[]>>>> = {
  api: {
    ...shared,
    settings: change,
    users: change,
    spent_grants: change,
    devices: change,
    sessions: change,
    refresh_tokens: change,
    wallets: change,
    auth_shares: change,
    recovery_auth_shares: change,
    previous_emails: change,
    emails: change,
    email_changes: change,
    device_links: change,
    known_networks: change,
    social_attempts: change,
    farcaster_attempts: change,
    proved_identities: change,
    // An identity may be removed but never changes its owner; the provider's names for it may change.
    user_logins: [...noUpdate, 'UPDATE (email)', 'UPDATE (user_name)'],
    indexed_chains: noDelete,
    token_facts: noDelete,
    tracked_accounts: change,
    account_tokens: change,
    account_approvals: change,
    signature_ranges: change,
    // Mined data doesn't change: blocks that the chain reverts are deleted with their content.
    indexed_blocks: noUpdate,
    account_transactions: noUpdate,
    permissions: [...noUpdate, 'UPDATE (revoked_at)'],
    oidc_records: change,
    // A subject stays the same as long as its account exists.
    subjects: noUpdate,
    siwx_nonces: change,
    siwx_sessions: change,
    email_capture_attempts: change,
    captured_emails: change,
    purchases: change,
    sales: change,
    telemetry_events: change,
    zone_names: change,
    sponsored_operations: [...noUpdate, 'UPDATE (cost_wei)', 'UPDATE (looked_at)', 'UPDATE (settled_at)'],
  },
  custody: {
    ...shared,
    people: change,
    known_devices: change,
    known_networks: change,
    email_attempts: change,
    // A wallet's owner never changes.
    wallet_owners: append,
    // A share is re-encrypted with a newer key, offered again for a newer revision, or deleted.
    recovery_shares: [...noUpdate, 'UPDATE (ciphertext)', 'UPDATE (revision)'],
    // Cleared by the owner when a new epoch begins.
    dropped_recovery_shares: append,
    email_changes: change,
    email_undos: change,
    // An identity's owner changes only by removing it; the address may change.
    identities: [...noUpdate, 'UPDATE (email)'],
    spent_nonces: noUpdate,
  },
}

const roles = Object.keys(rights) as DatabaseRole[]
const list = 'public.latchkey_migrations'

/** Formats one right of one role, such as `latchkey_api: SELECT on latchkey_api.users`. */
const say = (role: string, right: string, place: string): string => `${role}: ${right} on ${place}`

const expected = (role: DatabaseRole): string[] => [
  say(roleOf[role], 'USAGE', `schema ${schemaOf[role]}`),
  // A service may not change the schema, but must be able to check whether it is up to date.
  say(roleOf[role], 'SELECT', list),
  ...Object.entries(rights[role]).flatMap(([name, own]) =>
    own.map((right) => say(roleOf[role], right, `${schemaOf[role]}.${name}`)),
  ),
]

/** Reads what both roles, and PUBLIC, may do in our schemas, and their attributes beyond login. Any role may run it. */
const readRights = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ line: string }>`
    WITH own AS (
      SELECT oid, nspname, nspowner, nspacl FROM pg_namespace WHERE nspname IN (${schemaOf.api}, ${schemaOf.custody})
    ), relations AS (
      SELECT pg_class.oid, nspname || '.' || relname AS place, relowner, relacl,
        (CASE relkind WHEN 'S' THEN 's' ELSE 'r' END)::"char" AS kind
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND (relnamespace IN (SELECT oid FROM own) OR nspname || '.' || relname = ${list})
    ), granted (place, acl, owner, col) AS (
      SELECT 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)), nspowner, '' FROM own
      UNION ALL SELECT place, coalesce(relacl, acldefault(kind, relowner)), relowner, '' FROM relations
      UNION ALL SELECT place, attacl, relowner, ' (' || attname || ')'
        FROM relations JOIN pg_attribute ON attrelid = relations.oid WHERE attacl IS NOT NULL AND NOT attisdropped
      UNION ALL SELECT nspname || '.' || proname || '(' || oidvectortypes(proargtypes) || ')',
          coalesce(proacl, acldefault('f', proowner)), proowner, ''
        FROM pg_proc JOIN own ON own.oid = pronamespace
    )
    SELECT who || ': ' || privilege_type || col || ' on ' || place AS line
    FROM granted, aclexplode(acl) AS one,
      LATERAL (SELECT CASE one.grantee WHEN 0 THEN 'everybody' ELSE pg_get_userbyid(one.grantee)::text END AS who) AS named
    WHERE one.grantee <> owner AND who IN ('everybody', ${roleOf.api}, ${roleOf.custody})
    UNION ALL
    SELECT login.rolname || ': is a member of ' || joined.rolname
    FROM pg_auth_members AS pair
      JOIN pg_roles AS login ON login.oid = pair.member JOIN pg_roles AS joined ON joined.oid = pair.roleid
    WHERE login.rolname IN (${roleOf.api}, ${roleOf.custody})
    UNION ALL
    SELECT rolname || ': administers the server' FROM pg_roles
    WHERE rolname IN (${roleOf.api}, ${roleOf.custody})
      AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)`
  return rows.map(({ line }) => line)
}

/**
 * Rights of the database roles that the table has and the database lacks (`missing`), and the reverse (`extra`); one per
 * line.
 */
export type WrongRights = { missing: string[]; extra: string[] }

/** Compares the rights of both roles with the table. */
export const compareRights = async (sql: Sql): Promise<WrongRights> => {
  const [found, wanted] = [await readRights(sql), roles.flatMap(expected)]
  return {
    missing: wanted.filter((line) => !found.includes(line)),
    extra: found.filter((line) => !wanted.includes(line)),
  }
}

/** Returns rights of the table that an authority's role lacks. Rights that a newer release added are ignored. */
export const missingRights = async (sql: Sql, role: DatabaseRole): Promise<string[]> => {
  const found = await readRights(sql)
  return expected(role).filter((line) => !found.includes(line))
}

/** Creates the two roles, which belong to a server and are in no dump. They are `NOLOGIN` until `setLogins`. */
export const createRoles: readonly string[] = roles.map(
  (role) => `
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${roleOf[role]}') THEN CREATE ROLE ${roleOf[role]} NOLOGIN; END IF;
      IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN GRANT ${roleOf[role]} TO CURRENT_USER; END IF;
    END $$`,
)

/** Revokes all rights in our schemas from both roles and PUBLIC, and grants those of the table. Runs in one transaction. */
const grantRights: readonly string[] = [
  ...roles.flatMap((role) =>
    ['ALL TABLES IN SCHEMA', 'ALL SEQUENCES IN SCHEMA', 'ALL FUNCTIONS IN SCHEMA', 'SCHEMA'].map(
      (what) => `REVOKE ALL ON ${what} ${schemaOf[role]} FROM PUBLIC, ${roleOf.api}, ${roleOf.custody}`,
    ),
  ),
  `REVOKE ALL ON ${list} FROM PUBLIC, ${roleOf.api}, ${roleOf.custody}`,
  `GRANT SELECT ON ${list} TO ${roleOf.api}, ${roleOf.custody}`,
  `GRANT USAGE ON SCHEMA public TO ${roleOf.api}, ${roleOf.custody}`,
  ...roles.flatMap((role) => [
    `GRANT USAGE ON SCHEMA ${schemaOf[role]} TO ${roleOf[role]}`,
    ...Object.entries(rights[role]).map(([name, own]) => {
      const kind = name.includes('(') ? 'FUNCTION' : name.endsWith('_seq') ? 'SEQUENCE' : 'TABLE'
      return `GRANT ${own.join(', ')} ON ${kind} ${schemaOf[role]}.${name} TO ${roleOf[role]}`
    }),
  ]),
]

/**
 * Gives both roles exactly the rights of the table. Throws when a table is missing, as after a partial restore, and when a role has rights
 * that can't be revoked here: from an administrator or another role.
 */
export async function setRights(database: Database): Promise<void> {
  const compare = () => database.transaction('api', compareRights)
  const before = await compare()
  if (before.missing.length === 0 && before.extra.length === 0) return
  await requireWhole(database)
  await database.migrate(grantRights)
  const { missing, extra } = await compare()
  if (missing.length > 0 || extra.length > 0)
    throw new Error(
      `The logins have other rights than they should:\n${lines('missing', missing)}${lines('too much', extra)}`,
    )
}

const lines = (word: string, found: readonly string[]): string => found.map((line) => `  ${word}: ${line}\n`).join('')

async function requireWhole(database: Database): Promise<void> {
  const found = await database.migrate<{ place: string }>([
    `SELECT nspname || '.' || relname AS place FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname LIKE 'latchkey%'
      UNION ALL SELECT nspname || '.' || proname || '(' || oidvectortypes(proargtypes) || ')'
      FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname LIKE 'latchkey%'`,
  ])
  const places = found.map(({ place }) => place)
  const missing = roles
    .flatMap((role) => Object.keys(rights[role]).map((name) => `${schemaOf[role]}.${name}`))
    .filter((place) => !places.includes(place))
  if (missing.length > 0)
    throw new Error(
      `The database is not whole, though the migrations have run: ${missing.join(', ')} missing. Restore a backup (infra/README.md, "Backup and restore")`,
    )
}

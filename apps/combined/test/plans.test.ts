/** Query plans at a million rows, which take a minute to make: in the extended tier. */

import { readAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { mailLimits, openLimits } from '@latchkey/service-kit/limits/limits'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { findEarlierLinks, useApproval } from '../../api/src/deviceLink/deviceLinkStore.ts'
import { recordDevice } from '../../api/src/devices/deviceStore.ts'
import { findEarlierMails } from '../../api/src/emailChange/preparedChangeStore.ts'
import { enterUser, findOpenSession, findRefreshToken, spendGrant } from '../../api/src/session/sessionStore.ts'
import { findToUnlock } from '../../api/src/walletStore.ts'
import { createAttemptStore } from '../../custody/src/email/attemptStore.ts'
import { createIdentityStore } from '../../custody/src/identity/identityStore.ts'

const isWanted = process.env.LATCHKEY_TIER === 'extended'
const rows = 1_000_000
const now = new Date('2026-06-01T00:00:00.000Z')
const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`
const one = '00000000-0000-0000-0000-000000000bb8'
const hash = new Uint8Array(32)
const at = (n: string) => `timestamptz '2026-06-01' + make_interval(secs => (${n} % 600) + 1)`
const series = `generate_series(1, ${rows}) AS n`
const retention = {
  sessionsDays: 30,
  devicesDays: 730,
  auditDays: 730,
  networksDays: 180,
  capturedEmailsDays: 730,
  telemetryDays: 30,
}

const fill = [
  `INSERT INTO latchkey_api.users SELECT ${id('n')}, n || '@example.com', now() FROM ${series}`,
  `INSERT INTO latchkey_api.spent_grants SELECT n::text, ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.devices SELECT ${id('n')}, 'device ' || n, now(), ${at('n')}, '', '' FROM ${series}`,
  `INSERT INTO latchkey_api.sessions SELECT ${id('n')}, ${id('n')}, 'device ' || n, '', '', now(), ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.refresh_tokens SELECT sha256(n::text::bytea), ${id('n')}, ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.wallets (user_id, wallet_id, generation, revision, record, created_at)
    SELECT ${id('n')}, ${id('n')}, 1, 1, '{}', now() FROM ${series}`,
  `INSERT INTO latchkey_api.auth_shares SELECT ${id('n')}, 'device ' || n, 1, '', now() FROM ${series}`,
  `INSERT INTO latchkey_api.audit_log (user_id, at, event, device_id) SELECT ${id('n')}, ${at('n')}, 'signed in', '' FROM ${series}`,
  `INSERT INTO latchkey_api.device_links
    SELECT ${id('n')}, sha256(n::text::bytea), 'device ' || n, n || '@example.com', '', '', '', n::text, ${at('n')}, ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.email_changes (change_id, user_id, session_id, new_email, token_hash, dapp_origin, ip_address, created_at, expires_at)
    SELECT ${id('n')}, ${id('n')}, ${id('n')}, n || '@example.com', sha256(n::text::bytea), '', n::text, ${at('n')}, ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.emails (email, user_id) SELECT n || '@example.com', ${id('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.known_networks SELECT ${id('n')}, sha256(n::text::bytea), ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_custody.known_networks SELECT ${id('n')}, sha256(n::text::bytea), ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_api.spent_proofs SELECT sha256(n::text::bytea), ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_custody.people SELECT ${id('n')}, n || '@example.com', now() FROM ${series}`,
  `INSERT INTO latchkey_custody.email_undos SELECT sha256(n::text::bytea), ${id('n')}, n || '@example.com', now(), ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_custody.known_devices SELECT ${id('n')}, 'device ' || n, now() FROM ${series}`,
  `INSERT INTO latchkey_custody.identities
    SELECT 'google', 'https://accounts.example', n::text, ${id('n')}, now(), n || '@example.com' FROM ${series}`,
  `INSERT INTO latchkey_custody.spent_nonces SELECT n::text, ${at('n')} FROM ${series}`,
  `INSERT INTO latchkey_custody.email_attempts
    SELECT ${id('n')}, 'device ' || n, n || '@example.com', n::text, false, '', ${at('n')}, ${at('n')}, 3 FROM ${series}`,
]

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe.runIf(isWanted)('at a million rows', () => {
  let server: PostgresServer
  let database: Database
  beforeAll(async () => {
    server = await startPostgres()
    database = await openDatabase({ url: server.url })
    // Without triggers: the rows are valid, and checking each one takes minutes.
    for (const statement of fill) await database.migrate(["SET LOCAL session_replication_role = 'replica'", statement])
    await database.migrate(['ANALYZE'])
  }, 600_000)
  afterAll(async () => {
    await database?.close()
    await server?.[Symbol.asyncDispose]()
  })

  /** Returns tables that a statement scans completely. */
  const scannedBy = async (role: 'api' | 'custody', work: (sql: Sql) => Promise<unknown>): Promise<string[]> => {
    const plans: Plan[] = []
    await database.transaction(role, async (sql) => {
      const explain: Sql = async (text, ...values) => {
        const [first = '', ...rest] = text
        const parts = [`EXPLAIN (FORMAT JSON) ${first}`, ...rest]
        const [row] = await sql(Object.assign(parts, { raw: parts }), ...values)
        const explained = row?.['QUERY PLAN'] as { Plan: Plan }[]
        plans.push(...explained.map(({ Plan }) => Plan))
        return []
      }
      // It gets no rows, and may fail.
      await work(explain).catch(() => {})
    })
    expect(plans.length).toBeGreaterThan(0)
    return plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? '')
  }

  const email = '3000@example.com'
  const networks = networksOf('2001:db8:3000::1')
  const asking = { deviceId: 'device 3000', email, networks, networkMac: hash }
  const limits = mailLimits(openLimits({ calls: true, mails: true }), { ipAddress: '', projectId: null })
  const joining = {
    changeId: one,
    userId: one,
    sessionId: one,
    newEmail: email,
    tokenHash: hash,
    dappOrigin: '',
    ipAddress: '3000',
    createdAt: now,
    expiresAt: now,
  }
  const use = { userId: one, deviceId: 'device 3000', userAgent: '', dappOrigin: '', now }
  const proved = {
    identity: { provider: 'google', issuer: 'https://accounts.example', subject: 'new' } as const,
    ...{ email, nonce: 'new', nonceExpiresAt: now, deviceId: 'device 3000', now },
  }
  const identitiesWith = (sql: Sql) => createIdentityStore({ ...database, transaction: (_, work) => work(sql) })
  /** The store, with a database that records its statements. */
  const attemptsWith = (sql: Sql) =>
    createAttemptStore({ ...database, transaction: (_, work) => work(sql), statement: (_, ask) => ask(sql) })

  test.each<[string, 'api' | 'custody', (sql: Sql) => Promise<unknown>]>([
    ['a proof is spent', 'api', (sql) => sql`INSERT INTO spent_proofs VALUES (${hash}, ${now}) ON CONFLICT DO NOTHING`],
    ['a grant is spent', 'api', (sql) => spendGrant(sql, 'x', now)],
    ['a session is found', 'api', (sql) => findOpenSession(sql, one, now)],
    ['a refresh token is found', 'api', (sql) => findRefreshToken(sql, hash)],
    [
      'a wallet is unlocked',
      'api',
      (sql) => findToUnlock(sql, { sessionId: one, deviceId: 'device 3000', since: 1, now }),
    ],
    ['a user enters', 'api', (sql) => enterUser(sql, one, email, now)],
    ['a device is recorded', 'api', (sql) => recordDevice(sql, use, { since: now, most: 100 })],
    ['a device link is asked for', 'api', (sql) => findEarlierLinks(sql, asking, limits)],
    ['a mailbox is asked to join', 'api', (sql) => findEarlierMails(sql, joining, limits)],
    ['an approval is used', 'api', (sql) => useApproval(sql, asking, now, now)],
    ['an audit log is read', 'api', (sql) => readAudit(sql, one, { before: rows, limit: 50 })],
    [
      'a code is asked for',
      'custody',
      (sql) => attemptsWith(sql).start(email, networks, (start) => start.find(asking, limits)),
    ],
    [
      'a code is entered',
      'custody',
      (sql) =>
        attemptsWith(sql).consume({
          attemptId: one,
          deviceId: 'device 3000',
          codeMac: hash,
          newUserId: async () => one,
          now,
          unsettledBefore: now,
        }),
    ],
    ['an account is found by an address', 'custody', (sql) => identitiesWith(sql).findAccount(proved)],
    [
      'a login is linked at a sign-in',
      'custody',
      (sql) => identitiesWith(sql).linkAtSignIn({ ...proved, userId: one, mayKeep: false }),
    ],
    ...apiRetention(retention).map((rule, index): [string, 'api', (sql: Sql) => Promise<unknown>] => [
      `what has expired is found (rule ${index + 1})`,
      'api',
      (sql) => rule(sql, now, 1000),
    ]),
  ])('no table is read from end to end when %s', async (_, role, work) => {
    expect(await scannedBy(role, work)).toEqual([])
  })
})

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres.ts'
import { type Database, roleOf } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import { openSplitDatabase } from './openSplitDatabase.ts'
import { openPostgres } from './postgres.ts'
import { compareRights, setRights } from './rights.ts'
import { setLogins } from './setLogins.ts'

let server: PostgresServer
let owner: Database
let sql: postgres.Sql
const compare = () => owner.transaction('api', compareRights)
const none = { missing: [], extra: [] }

beforeAll(async () => {
  server = await startPostgres()
  owner = await openDatabase({ url: server.url })
  sql = postgres(server.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await owner.close()
  await server[Symbol.asyncDispose]()
})

test('after the migrations each login has the rights of the table and no other', async () => {
  expect(await compare()).toEqual(none)
})

test('the table says what the migrations up to 0016 granted themselves', async () => {
  await sql`CREATE DATABASE granted`
  const url = new URL(server.url)
  url.pathname = '/granted'
  const bare = await openPostgres(url.href)
  const granted = migrations.filter((migration) => migration.name < '0017' && 'statements' in migration)
  await bare.migrate([
    'CREATE TABLE public.latchkey_migrations (name text PRIMARY KEY)',
    ...granted.flatMap((migration) => [
      'statements' in migration ? migration.statements : '',
      'SET LOCAL search_path = public',
    ]),
  ])
  const later = migrations
    .filter(({ name }) => name > '0017')
    .map((migration) => ('statements' in migration ? migration.statements : ''))
    .join('')
  const madeLater = [
    ...[...later.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\S+)/g)].map(([, table]) => ` on ${table}`),
    ...[...later.matchAll(/ALTER TABLE (\S+) ADD COLUMN (?:IF NOT EXISTS )?(\w+)/g)].map(
      ([, table, column]) => ` (${column}) on ${table}`,
    ),
  ]
  const { missing, extra } = await bare.transaction('api', compareRights)
  expect(extra).toEqual([])
  expect(missing.filter((line) => !madeLater.some((place) => line.endsWith(place)))).toEqual([])
  await bare.close()
})

test.each([
  ['a right that is missing', 'REVOKE INSERT ON latchkey_api.sessions FROM latchkey_api'],
  [
    'a right to a column that is missing',
    'REVOKE UPDATE (revision) ON latchkey_custody.recovery_shares FROM latchkey_custody',
  ],
  ['a function that may not be called', 'REVOKE EXECUTE ON FUNCTION latchkey_api.forget_audit FROM latchkey_api'],
  ['a schema that may not be used', 'REVOKE USAGE ON SCHEMA latchkey_custody FROM latchkey_custody'],
  ['a right too much', 'GRANT DELETE ON latchkey_api.audit_log TO latchkey_api'],
  ['a right to a column too much', 'GRANT UPDATE (share_mac) ON latchkey_custody.recovery_shares TO latchkey_custody'],
  ['a right to the other authority', 'GRANT SELECT ON latchkey_custody.people TO latchkey_api'],
  ['a right of everybody', 'GRANT SELECT ON latchkey_api.wallets TO PUBLIC'],
  ['a function that everybody may call', 'GRANT EXECUTE ON FUNCTION latchkey_custody.forget_audit TO PUBLIC'],
  ['a sequence', 'REVOKE ALL ON ALL SEQUENCES IN SCHEMA latchkey_api FROM latchkey_api'],
])('%s is found, and set right by the next run of the migrations', async (_, statement) => {
  await sql.unsafe(statement)
  expect(await compare()).not.toEqual(none)
  await migrate(owner)
  expect(await compare()).toEqual(none)
})

test.each([
  ['administers the server', 'ALTER ROLE latchkey_api CREATEDB', 'ALTER ROLE latchkey_api NOCREATEDB'],
  [
    'is a member of latchkey_custody',
    'GRANT latchkey_custody TO latchkey_api',
    'REVOKE latchkey_custody FROM latchkey_api',
  ],
])('a login that %s can’t be set right: the run says so', async (words, statement, undo) => {
  await sql.unsafe(statement)
  await expect(setRights(owner)).rejects.toThrow(words)
  await sql.unsafe(undo)
  await setRights(owner)
})

test('half a database is not granted away: the run names what is missing', async () => {
  await sql.unsafe('ALTER TABLE latchkey_api.wallets RENAME TO lost')
  await expect(migrate(owner)).rejects.toThrow(
    'not whole, though the migrations have run: latchkey_api.wallets missing',
  )
  await sql.unsafe('ALTER TABLE latchkey_api.lost RENAME TO wallets')
})

test('a service does not start with a login that lacks a right, and says which', async () => {
  const passwords = { api: 'a password of the api!', custody: 'a password of custody' }
  await setLogins(owner, passwords)
  const url = new URL(server.url)
  url.username = roleOf.api
  url.password = passwords.api
  await sql.unsafe('REVOKE SELECT ON latchkey_api.users FROM latchkey_api')
  await expect(openSplitDatabase(url.href, 'api')).rejects.toThrow('(latchkey_api: SELECT on latchkey_api.users)')
  await migrate(owner)
  await (await openSplitDatabase(url.href, 'api')).close()
})

/** Checks the rules for migrations of CONTRIBUTING.md, "Migrations", as far as they can be automated. */
import { describe, expect, test } from 'vitest'
import { migrations } from './migrations.ts'

/** Until this one, no deployment ran during a migration. */
const before = '0018'

/** Statements that remove something an earlier release may need, or that block its calls, with the alternative. */
const rules: readonly { what: RegExp; instead: string }[] = [
  { what: /\bDROP\s+(?!NOT\s+NULL\b)/i, instead: 'contracts: a later release drops what this one no longer uses' },
  { what: /\bRENAME\b/i, instead: 'add the new name, use both, drop the old one later' },
  { what: /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i, instead: 'add a column of the new type' },
  { what: /\bSET\s+NOT\s+NULL\b/i, instead: 'contracts: once every release that runs fills the column' },
  {
    what: /\bADD\s+COLUMN(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
    instead: 'give it a default: the release before inserts rows without it',
  },
  {
    what: /\bADD\s+(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE)\b/i,
    instead: 'contracts: it may reject what the release before writes',
  },
  { what: /\b(?:TRUNCATE|LOCK)\b/i, instead: 'lock nothing' },
  {
    what: /\b(?:UPDATE\s+\S+\s+SET|DELETE\s+FROM|INSERT\s+INTO\s+\S+\s*(?:\([^)]*\)\s*)?SELECT)\b/i,
    instead: 'change rows in batches, from a process',
  },
  { what: /\b(?:GRANT|REVOKE)\b/i, instead: 'a row in rights.ts' },
]

/** Returns the faults of a migration that must only expand. */
const faultsOf = (statements: string): string[] => {
  const text = statements.replace(/--.*$/gm, '')
  const made = [...text.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.]+)/gi)].map(([, table]) => table)
  const indexed = [
    ...text.matchAll(/\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+ON\s+([\w.]+)/gi),
  ].map(([, table]) => table)
  return [
    ...rules.filter(({ what }) => what.test(text)).map(({ instead }) => instead),
    ...indexed
      .filter((table) => !made.includes(table))
      .map((table) => `indexes: of ${table}, made while it is written`),
  ]
}

test('each has a number and a name, in order', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
  for (const name of names) expect(name).toMatch(/^\d{4} \S/)
})

describe.each(migrations.filter(({ name }) => name > `${before} ~`))('$name', (migration) => {
  test('takes nothing from the release before, and makes no call wait', () => {
    if ('indexes' in migration) return
    if (migration.contracts === undefined) return expect(faultsOf(migration.statements)).toEqual([])
    const earlier = migrations.slice(0, migrations.indexOf(migration)).map(({ name }) => name)
    expect(earlier).toContain(migration.contracts)
  })
})

test.each([
  'DROP TABLE latchkey_api.users',
  'ALTER TABLE latchkey_api.users DROP COLUMN email',
  'ALTER TABLE latchkey_api.users DROP email',
  'ALTER TABLE latchkey_api.users RENAME COLUMN email TO address',
  'ALTER TABLE latchkey_api.users ALTER COLUMN email TYPE bytea USING email::bytea',
  'ALTER TABLE latchkey_api.users ALTER email SET DATA TYPE varchar(10)',
  'ALTER TABLE latchkey_api.users ALTER COLUMN email SET NOT NULL',
  'ALTER TABLE latchkey_api.users ADD COLUMN age integer NOT NULL',
  'ALTER TABLE latchkey_api.users ADD COLUMN age integer DEFAULT 0, ADD COLUMN size integer NOT NULL',
  'ALTER TABLE latchkey_api.users ADD CONSTRAINT adult CHECK (age > 17)',
  'ALTER TABLE latchkey_api.users ADD UNIQUE (email)',
  'CREATE INDEX users_by_email ON latchkey_api.users (email)',
  'CREATE UNIQUE INDEX users_by_email ON latchkey_api.users (email)',
  'CREATE INDEX IF NOT EXISTS users_by_email ON latchkey_api.users (email)',
  'UPDATE latchkey_api.users SET email = lower(email)',
  'DELETE FROM latchkey_api.users WHERE email IS NULL',
  'INSERT INTO latchkey_api.settings (name, value) SELECT email, email FROM latchkey_api.users',
  'TRUNCATE latchkey_api.spent_grants',
  'GRANT SELECT ON latchkey_api.users TO latchkey_api',
])('%s is found', (statement) => expect(faultsOf(statement)).not.toEqual([]))

test.each([
  'CREATE TABLE latchkey_api.notes (note_id uuid PRIMARY KEY, text text NOT NULL); CREATE INDEX notes_by_text ON latchkey_api.notes (text)',
  'ALTER TABLE latchkey_api.users ADD COLUMN nickname text',
  "ALTER TABLE latchkey_api.users ADD COLUMN nickname text NOT NULL DEFAULT ''",
  "ALTER TABLE latchkey_api.users ADD COLUMN nickname text DEFAULT '' NOT NULL, ADD COLUMN born date",
  'ALTER TABLE latchkey_custody.people ALTER COLUMN email DROP NOT NULL',
  '-- Never DROP this.\n CREATE TABLE latchkey_api.notes (note_id uuid)',
])('%s passes', (statement) => expect(faultsOf(statement)).toEqual([]))

/** A user whose browsers have made changes since the backup from which both authorities were restored. */
import { beginEpoch } from '@latchkey/service-kit/db/beginEpoch'
import { expect } from 'vitest'
import { memorySessionStore } from '../../secure-frame/test/index.ts'
import { memoryStorage, type WalletChange } from '../../vault/test/index.ts'
import type { Harness } from './harness.ts'
import { type Browser, openBrowser } from './threats/browser.fixture.ts'

export const email = 'ada@example.com'

/** Copies both authorities' tables, or only custody's, and returns a function that restores the copies and begins an epoch. */
export const backUp = async (harness: Harness, custodyAlone = false): Promise<() => Promise<void>> => {
  const { database, clock } = harness
  const tables = await database.migrate<{ schema: string; name: string; columns: string }>([
    `SELECT table_schema AS schema, table_name AS name, string_agg(quote_ident(column_name), ',') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema IN (${custodyAlone ? '' : "'latchkey_api', "}'latchkey_custody') AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    GROUP BY 1, 2`,
  ])
  const pairs = tables.map(({ schema, name, columns }) => ({
    own: `${schema}."${name}"`,
    copy: `backup."${schema}_${name}"`,
    columns,
  }))
  await database.migrate([
    'DROP SCHEMA IF EXISTS backup CASCADE',
    'CREATE SCHEMA backup',
    ...pairs.map(({ own, copy }) => `CREATE TABLE ${copy} AS TABLE ${own}`),
  ])
  return async () => {
    await database.migrate([
      'SET LOCAL session_replication_role = replica',
      `TRUNCATE ${pairs.map(({ own }) => own).join(', ')} CASCADE`,
      ...pairs.map(
        ({ own, copy, columns }) =>
          `INSERT INTO ${own} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`,
      ),
    ])
    clock.advance(60)
    await beginEpoch(database, clock.now())
    await harness.restart()
  }
}

export const rotate: WalletChange = { kind: 'rotate' }
export const toPassphrase: WalletChange = { kind: 'recovery', to: 'passphrase' }

/** A user whose browser has made these changes since the backup; and, if `signsUp`, the wallet too. */
export const changedSince = async (
  harness: Harness,
  changes: readonly WalletChange[],
  signsUp = false,
  custodyAlone = false,
) => {
  const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
  const known = () => openBrowser(harness, profile)
  const browser = await known()
  const signedUp = signsUp ? null : await browser.signIn()
  const restore = await backUp(harness, custodyAlone)
  const caller = signedUp ?? (await browser.signIn())
  for (const change of changes) await browser.change(caller, change)
  const { wallet, sent = [] } = await browser.vault.status({ with: 'sent' })
  await restore()
  return { known, address: caller.address, record: wallet?.record, sent }
}
export const fresh = (harness: Harness) => openBrowser(harness, { email })
/** Returns the address that a browser signs in with, after signing; or why it does not. */
export const outcome = async (browser: Browser): Promise<string> => {
  try {
    const caller = await browser.signIn()
    expect(await browser.canSign(caller)).toBe(true)
    return caller.address
  } catch (error) {
    if (error instanceof Error && /^[A-Z_]+$/.test(error.name)) return error.name
    throw error
  }
}
export const newest = async (browser: Browser) => (await browser.vault.status(undefined)).wallet?.record

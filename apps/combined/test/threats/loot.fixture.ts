import { type Authority, decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { openShare, type ShareContext } from '@latchkey/api-client/sealing'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { decryptValue } from '@latchkey/service-kit/kms/envelope'
import { walletSharesTables } from '../../../api/src/wallet/walletSharesTables.ts'
import { recoverySharesTable } from '../../../custody/src/recoveryShare/recoverySharesTable.ts'
import { combineShares, openRecord, withSecrets } from '../../../vault/test/index.ts'
import type { Harness } from '../harness.ts'
import type { Exchange } from './browser.fixture.ts'

/** An attacker's loot. */
export type Loot = {
  /** Values that they could open, and others that may be a share as they are. */
  clear: Uint8Array[]
  /** Every other run of bytes, encrypted or not. */
  raw: Uint8Array[]
}

export const together = (...loots: readonly Loot[]): Loot => ({
  clear: loots.flatMap(({ clear }) => clear),
  raw: loots.flatMap(({ raw }) => raw),
})

const tables = {
  api: [authorityKeysTable('api'), ...walletSharesTables],
  custody: [authorityKeysTable('custody'), recoverySharesTable],
}

/** Takes everything in an authority's schema, and what its KMS opens of it. */
export async function takeDatabaseAndKey(harness: Harness, authority: Authority): Promise<Loot> {
  const kms = harness.kms(authority)
  return harness.database.transaction(authority, async (sql) => {
    const names = await sql<{ name: string }>`
      SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema()`
    const raw: Uint8Array[] = []
    for (const { name } of names) {
      const text = [`SELECT * FROM ${name}`]
      raw.push(...runsIn(await sql(Object.assign(text, { raw: text }))))
    }
    const clear: Uint8Array[] = []
    for (const table of tables[authority])
      for (const { context, ciphertext } of await table.read(sql, table.start, 1000))
        clear.push(await decryptValue(kms, context, ciphertext))
    return { clear, raw }
  })
}

/** The same, and the process's traffic: with its key it opens everything that was ever sealed to it. */
export async function takeProcess(
  harness: Harness,
  authority: Authority,
  { records, deviceIds, exchanges }: { records: readonly WalletRecord[]; deviceIds: string[]; exchanges: Exchange[] },
): Promise<Loot> {
  const { hpke } = await openAuthorityKeyring(authority, harness.database, harness.kms(authority))
  const seen = exchanges
    .filter((exchange) => exchange.authority === authority)
    .flatMap(({ request, body, answer }) => [...request.headers].map(([, value]) => value).concat(body, answer))
  const clear: Uint8Array[] = []
  for (const sealed of new Set(seen.flatMap((text) => text.match(/[\w-]{200,}/g) ?? [])))
    for (const expectedContext of contextsOf(records, deviceIds)) {
      const share = await openShare({ ...hpke, sealed, expectedContext }).catch(() => null)
      if (share !== null) clear.push(share)
    }
  return together(await takeDatabaseAndKey(harness, authority), { clear, raw: runsIn(seen) })
}

const contextsOf = (records: readonly WalletRecord[], deviceIds: string[]): ShareContext[] =>
  records.flatMap(({ userId, walletId, generation, recoveryShareId }) => {
    const of = { userId, walletId, generation, nonce: null }
    const forDevices = deviceIds.map(
      (deviceId): ShareContext => ({ ...of, purpose: 'auth', deviceId, recoveryShareId: null }),
    )
    const forPairs = (['recovery', 'recovery-auth'] as const).map(
      (purpose): ShareContext => ({ ...of, purpose, deviceId: null, recoveryShareId }),
    )
    return [...forDevices, ...forPairs]
  })

/** Returns every run of bytes in a value: texts as they are, and decoded. */
export const runsIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value]
  if (typeof value === 'string')
    return (value.match(/[\w-]{43,}/g) ?? []).flatMap((text) => {
      try {
        return [decodeBase64url(text)]
      } catch {
        return []
      }
    })
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(runsIn) : []
}

const shareLength = 33
const keyLength = 32
const nonceLength = 12

/** Returns possible values within these bytes: all of them, after a nonce, or at the end. */
const piecesOf = (runs: readonly Uint8Array[], length: number): Uint8Array[] => {
  const pieces = runs.flatMap((run) => [
    run.slice(0, length),
    run.slice(nonceLength, nonceLength + length),
    run.slice(-length),
  ])
  const whole = pieces.filter((piece) => piece.length === length)
  return [...new Map(whole.map((piece) => [Buffer.from(piece).toString('hex'), piece])).values()]
}

/**
 * Returns whether this loot opens the record, by the vault's own code: with anything as the key, and with all pairs of openable values and
 * the rest.
 */
export async function opensWith(record: WalletRecord, { clear, raw }: Loot): Promise<boolean> {
  for (const key of piecesOf([...clear, ...raw], keyLength))
    if (await succeeds(() => withSecrets((hold) => openRecord(record, hold(key), hold)))) return true
  const others = piecesOf([...clear, ...raw], shareLength)
  for (const one of piecesOf(clear, shareLength))
    for (const other of others) {
      const open = () =>
        withSecrets(async (hold) =>
          openRecord(record, await combineShares(hold(one.slice()), hold(other.slice()), hold), hold),
        )
      if (await succeeds(open)) return true
    }
  return false
}

const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )

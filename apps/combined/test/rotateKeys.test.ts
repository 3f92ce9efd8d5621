import { readFileSync, writeFileSync } from 'node:fs'
import type { Authority } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { hasBegun, rotateKeys } from '@latchkey/service-kit/keys/rotation/rotateKeys'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletSharesTables } from '../../api/src/wallet/walletSharesTables.ts'
import { recoverySharesTable } from '../../custody/src/recoveryShare/recoverySharesTable.ts'
import { createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

const tables = {
  api: [authorityKeysTable('api'), ...walletSharesTables],
  custody: [authorityKeysTable('custody'), recoverySharesTable],
}
const authorities = ['api', 'custody'] as const

const places: Record<string, () => Promise<{ harness: Harness; close: () => Promise<void> }>> = {
  async 'embedded PGlite'() {
    const harness = await createHarness()
    return { harness, close: async () => harness[Symbol.asyncDispose]() }
  },
  async 'a PostgreSQL server'() {
    const server = await startPostgres()
    const harness = await createHarness({ database: await openDatabase({ url: server.url }) })
    return {
      harness,
      async close() {
        await harness[Symbol.asyncDispose]()
        await server[Symbol.asyncDispose]()
      },
    }
  },
}

describe.each(Object.entries(places))('over %s', (_, open) => {
  let harness: Harness
  let close: () => Promise<void>
  const people: { email: string; device: TestDevice; address: string | undefined }[] = []
  beforeAll(async () => {
    const place = await open()
    harness = place.harness
    close = place.close
    people.length = 0
    for (const name of ['ada', 'bob', 'kim']) {
      const [email, device] = [`${name}@example.com`, await harness.device()]
      const { wallet } = await logIn(harness, device, email)
      people.push({ email, device, address: wallet.addresses.eip155[0] })
    }
  })
  afterAll(() => close())

  const rotate = async (authority: Authority, wrapKms: (kms: Kms) => Kms = (kms) => kms) => {
    const { database, clock } = harness
    if (!(await hasBegun({ authority, database }))) await harness.kms(authority).prepare()
    const kms = wrapKms(harness.kms(authority))
    return rotateKeys({ authority, database, kms, tables: tables[authority], clock, batchSize: 2 })
  }
  /** Drops all wrapping keys but the newest. */
  const dropOldKeys = (authority: Authority) => {
    const file = harness.keyRingFile(authority)
    const ring = JSON.parse(readFileSync(file, 'utf8'))
    const wrappingKeys = ring.wrappingKeys.map((key: string, index: number) =>
      index === ring.wrappingKeys.length - 1 ? key : Buffer.alloc(32).toString('base64'),
    )
    writeFileSync(file, JSON.stringify({ ...ring, wrappingKeys }), { mode: 0o600 })
    return ring.wrappingKeys.length
  }
  /** Every user unlocks with their devices, and recovers on a new device. */
  const everybodyCanUseTheirWallet = async () => {
    for (const { email, device, address } of people) {
      harness.clock.advance(31)
      const { accessToken } = await logIn(harness, device, email)
      expect(await device.unlock(accessToken)).toBe(address)
      harness.clock.advance(31)
      const other = await harness.device()
      const recovered = await logIn(harness, other, email)
      expect(await other.unlock(recovered.accessToken)).toBe(address)
    }
  }

  test('after a rotation everything opens without any older key, also what was written meanwhile', async () => {
    expect(await rotate('api')).toEqual({ rows: 3 + 3 + 3, isResumed: false })
    expect(await rotate('custody')).toEqual({ rows: 2 + 3, isResumed: false })
    for (const authority of authorities) expect(dropOldKeys(authority)).toBe(2)
    await harness.restart()
    await everybodyCanUseTheirWallet()
  })

  test('one that breaks at any call goes on where it was, and makes one key', async () => {
    let restarts = 0
    for (const authority of authorities) {
      let callsLeft = 0
      const breaking = (kms: Kms): Kms => ({
        ...kms,
        async rewrap(wrapped, context) {
          if (callsLeft-- <= 0) throw new AppError('KEYS_UNREACHABLE')
          return kms.rewrap(wrapped, context)
        },
      })
      for (let tries = 0; tries < 20; tries++) {
        callsLeft = 3
        const outcome = await rotate(authority, breaking).catch((error) => error)
        if (!(outcome instanceof AppError)) {
          expect(outcome.isResumed).toBe(true)
          break
        }
        restarts++
      }
      expect(dropOldKeys(authority)).toBe(3)
    }
    expect(restarts).toBeGreaterThan(2)
    await harness.restart()
    await everybodyCanUseTheirWallet()
  })

  test('a row that is changed while it is at work is left as its writer left it', async () => {
    const [{ email = '', device = await harness.device(), address } = {}] = people
    harness.clock.advance(31)
    const login = await logIn(harness, device, email)
    let isChanged = false
    await rotate('api', (kms) => ({
      ...kms,
      async rewrap(wrapped, context) {
        if (!isChanged && context.purpose === 'auth share') {
          isChanged = true
          await device.change('rotate', login)
        }
        return kms.rewrap(wrapped, context)
      },
    }))
    expect(isChanged).toBe(true)
    dropOldKeys('api')
    await harness.restart()
    expect(await device.unlock(login.accessToken)).toBe(address)
    await everybodyCanUseTheirWallet()
  })

  test('no table of sealed values is left out', async () => {
    for (const authority of authorities) {
      const rows = await harness.database.transaction(
        authority,
        (sql) => sql<{ name: string }>`
          SELECT DISTINCT table_name::text AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND column_name = 'ciphertext'`,
      )
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(tables[authority].map(({ name }) => name)))
    }
  })
})

/** The state of users when the backups of the two authorities are of different moments, as with two servers (infra/README.md). */
import { type DatabaseRole, schemaOf } from '@latchkey/service-kit/db/database'
import { describe, expect, test } from 'vitest'
import { createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

/** Copies the rows of one authority, and restores them later. */
async function backUp({ database }: Harness, role: DatabaseRole) {
  const tables = await database.migrate<{ name: string }>([
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schemaOf[role]}'::regnamespace`,
  ])
  const kept = tables.map(({ name }) => ({ own: `${schemaOf[role]}.${name}`, copy: `kept.${name}` }))
  await database.migrate(['CREATE SCHEMA kept', ...kept.map(({ own, copy }) => `CREATE TABLE ${copy} AS TABLE ${own}`)])
  return () =>
    database.migrate([
      'SET LOCAL session_replication_role = replica',
      ...kept.flatMap(({ own, copy }) => [
        `DELETE FROM ${own}`,
        `INSERT INTO ${own} OVERRIDING SYSTEM VALUE SELECT * FROM ${copy}`,
      ]),
      'DROP SCHEMA kept CASCADE',
    ])
}

const enter = async (harness: Harness, email: string, known?: TestDevice) => {
  harness.clock.advance(31)
  const device = known ?? (await harness.device())
  const login = await logIn(harness, device, email)
  return { device, ...login, address: await device.unlock(login.accessToken) }
}

describe('with an older api than custody', () => {
  test('who was there before signs in and opens the wallet, on a new device too', async () => {
    await using harness = await createHarness()
    const ada = await enter(harness, 'ada@example.com')
    const restore = await backUp(harness, 'api')
    await enter(harness, 'bob@example.com')
    await restore()
    for (const device of [ada.device, undefined])
      expect((await enter(harness, 'ada@example.com', device)).address).toBe(ada.address)
  })

  test('who came in between is the same user, with a new wallet', async () => {
    await using harness = await createHarness()
    const restore = await backUp(harness, 'api')
    const before = await enter(harness, 'bob@example.com')
    await restore()
    const after = await enter(harness, 'bob@example.com')
    expect([after.userId === before.userId, after.address === before.address]).toEqual([true, false])
    expect((await enter(harness, 'bob@example.com')).address).toBe(after.address)
  })

  test('who changed how to recover has the wallet on this device, and on others after another change', async () => {
    await using harness = await createHarness()
    const eve = await enter(harness, 'eve@example.com')
    const restore = await backUp(harness, 'api')
    await eve.device.change('recovery', eve)
    await restore()
    await expect(enter(harness, 'eve@example.com')).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    const again = await enter(harness, 'eve@example.com', eve.device)
    expect(again.address).toBe(eve.address)
    await again.device.change('recovery', again)
    expect((await enter(harness, 'eve@example.com')).address).toBe(eve.address)
  })

  test('who replaced the key has lost the wallet', async () => {
    await using harness = await createHarness()
    const kim = await enter(harness, 'kim@example.com')
    const restore = await backUp(harness, 'api')
    await kim.device.change('rotate', kim)
    // From here on the device has dropped the previous key.
    await kim.device.unlock(kim.accessToken)
    await restore()
    for (const device of [kim.device, undefined])
      await expect(enter(harness, 'kim@example.com', device)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
  })
})

test('with an older custody than api, who came in between is the same user, with the wallet where they are signed in', async () => {
  await using harness = await createHarness()
  const restore = await backUp(harness, 'custody')
  const before = await enter(harness, 'bob@example.com')
  await restore()
  harness.clock.advance(31)
  const device = await harness.device()
  const { attemptId } = await device.startEmail('bob@example.com')
  const login = await device.finishLogin(attemptId, harness.mailbox.codeFor('bob@example.com'))
  expect(login.userId).toBe(before.userId)
  // Custody's share of the recovery pair is gone.
  await expect(device.enrol(login)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
  expect(await before.device.unlock(before.accessToken)).toBe(before.address)
})

import { type Database, type DatabaseRole, roleOf } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { setLogins } from '@latchkey/service-kit/db/setLogins'
import { findPgbouncer, startPgbouncer } from '@latchkey/service-kit/test/pgbouncer'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'

const program = findPgbouncer()
if (program === null) console.info('Poolers are not tried: pgbouncer is missing')
const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }

test.each(program === null ? [] : [program])(
  'four people log in, make wallets and unlock them at once through %s with two connections for each authority',
  async (pgbouncer) => {
    await using server = await startPostgres()
    const owner = await openDatabase({ url: server.url })
    await setLogins(owner, passwords)
    await owner.close()
    const logins = { latchkey_api: passwords.api, latchkey_custody: passwords.custody }
    await using pooler = await startPgbouncer(pgbouncer, { url: server.url, logins, poolSize: 2 })
    const open = (role: DatabaseRole) => openSplitDatabase(pooler.urlOf(roleOf[role]), role)
    const own = { api: await open('api'), custody: await open('custody') }
    const database: Database = {
      ...own.api,
      statement: (role, ask) => own[role].statement(role, ask),
      transaction: (role, work) => own[role].transaction(role, work),
      close: async () => {
        for (const each of Object.values(own)) await each.close()
      },
    }
    await using harness = await createHarness({ database })
    const people = await Promise.all(
      ['ada', 'bob', 'eve', 'kim'].map(async (name) => {
        const device = await harness.device()
        const { wallet, accessToken } = await logIn(harness, device, `${name}@example.com`)
        return [await device.unlock(accessToken), wallet.addresses.eip155[0]]
      }),
    )
    for (const [unlocked, made] of people) expect(unlocked).toBe(made)
  },
)

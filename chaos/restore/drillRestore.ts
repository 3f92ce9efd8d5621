import { asPage } from '@latchkey/secure-frame/test'
import postgres from 'postgres'
import { createPassTime } from '../advanceTime.ts'
import { createTestUser } from '../createTestUser.ts'
import { startServices } from '../startServices.ts'
import { createSteps } from '../steps.ts'
import { type LossName, losses, takeBackup } from './losses.ts'
import { comeBack, type User, type UserName, users } from './users.ts'

/** Each user's results for one loss, browser by browser. */
export type Drilled = { loss: LossName; user: UserName; saw: readonly string[] }

const page = asPage('http://127.0.0.1:3000', 'demo', 5)

/**
 * Destroys one store of wallet data, restores it from a backup that is older than the users' latest actions, and lets them return. Real
 * programs and a real database server, as in `runChaos`.
 */
export async function drillRestore(loss: LossName, names: readonly UserName[]): Promise<Drilled[]> {
  const services = await startServices(page)
  const connect = () => postgres(services.databaseUrl, { max: 2, onnotice: () => undefined })
  let sql = connect()
  try {
    const people = names.map((user, number) => {
      const advanceTime = (email: string) => createPassTime(sql)(email)
      const testUser = createTestUser({
        services,
        page,
        steps: createSteps(null),
        email: `drill-${number}@example.org`,
        network: `200.${number}`,
        advanceTime,
        calm: async () => undefined,
        leaves: false,
      })
      const own: User = users[user]
      return { user, testUser, own, advanceTime: () => advanceTime(testUser.email) }
    })
    for (const { testUser, own, advanceTime } of people) {
      await own.before?.(testUser)
      await advanceTime()
    }
    const backup = takeBackup(services)
    for (const { testUser, own } of people) await own.since?.(testUser)

    await services.halt()
    await sql.end({ timeout: 1 })
    await losses[loss](services, backup)
    sql = connect()
    await services.mend()

    const drilled: Drilled[] = []
    for (const { user, testUser, own, advanceTime } of people) {
      const saw: string[] = []
      for (const kind of own.after) saw.push(`${kind} browser: ${await comeBack(testUser, kind, advanceTime)}`)
      drilled.push({ loss, user, saw })
    }
    return drilled
  } finally {
    await sql.end({ timeout: 1 })
    await services.stop()
  }
}

import { asPage } from '@latchkey/secure-frame/test'
import postgres from 'postgres'
import { createPassTime } from '../advanceTime.ts'
import { createPerson } from '../createPerson.ts'
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
      const person = createPerson({
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
      return { user, person, own, advanceTime: () => advanceTime(person.email) }
    })
    for (const { person, own, advanceTime } of people) {
      await own.before?.(person)
      await advanceTime()
    }
    const backup = takeBackup(services)
    for (const { person, own } of people) await own.since?.(person)

    await services.halt()
    await sql.end({ timeout: 1 })
    await losses[loss](services, backup)
    sql = connect()
    await services.mend()

    const drilled: Drilled[] = []
    for (const { user, person, own, advanceTime } of people) {
      const saw: string[] = []
      for (const kind of own.after) saw.push(`${kind} browser: ${await comeBack(person, kind, advanceTime)}`)
      drilled.push({ loss, user, saw })
    }
    return drilled
  } finally {
    await sql.end({ timeout: 1 })
    await services.stop()
  }
}

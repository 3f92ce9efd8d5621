import { asPage } from '@latchkey/secure-frame/test'
import postgres from 'postgres'
import { createPassTime } from './advanceTime.ts'
import { createFault, type Fault, noFault } from './createFault.ts'
import { createTestUser, Left } from './createTestUser.ts'
import { type JourneyName, journeys, type Outcome } from './journeys.ts'
import { type Failure, planFailures } from './planFailures.ts'
import { randomFrom } from './randomFrom.ts'
import { type FaultTarget, faultTargets, type Services, startServices } from './startServices.ts'
import { createSteps, type Kind, kinds, type Step, type Steps, type Strike } from './steps.ts'
import { verifyTestUser } from './verifyTestUser.ts'

export type ChaosOptions = {
  seed: number
  /** The number of failures, as in `planFailures`. */
  count: number | 'each moment'
  /** Only these; all when empty. */
  only?: readonly JourneyName[]
  /** Receives every trial, recovered or not. */
  onTrial?: (trial: Trial) => void
}

/** One journey with one failure, and its outcome; `error`: null when everything held. */
export type Trial = {
  failure: Failure<JourneyName>
  /** False for a race that finished in fewer steps than planned. */
  wasInjected: boolean
  error: Error | null
  troubles: readonly string[]
  tookMs: number
}

const page = asPage('http://127.0.0.1:3000', 'demo', 5)
/** Users that one fault strikes; with more, they would wait for one another longer than a service takes to start. */
const party = 12

/**
 * Runs every journey undisturbed, which finds its steps, and then repeatedly with one failure each. Throws when a run without a failure
 * goes wrong.
 */
export async function runChaos({ seed, count, only = [], onTrial }: ChaosOptions): Promise<Trial[]> {
  const services = await startServices(page)
  const sql = postgres(services.databaseUrl, { max: 4, onnotice: () => undefined })
  try {
    const random = randomFrom(seed)
    const walk = createWalk(services, sql)
    const names = (Object.keys(journeys) as JourneyName[]).filter((name) => only.length === 0 || only.includes(name))
    const walked = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await walk.undisturbed(name)] as const)),
    ) as Record<JourneyName, readonly Step[]>

    const trials: Trial[] = []
    const plan = planFailures(walked, seed, count)
    for (const kind of kinds) {
      const failures = plan.filter((failure) => failure.kind === kind)
      for (let at = 0; at < failures.length; at += party) {
        const struck = failures.slice(at, at + party)
        const death = isFaultTarget(kind)
          ? createFault(services, kind, struck.length, Math.floor(random() * 12))
          : noFault
        const settled = await Promise.all(struck.map((failure) => walk.disturbed(failure, death())))
        for (const trial of settled) onTrial?.(trial)
        trials.push(...settled)
      }
    }
    await services.mend()
    return trials
  } finally {
    await sql.end({ timeout: 1 })
    await services.stop()
  }
}

/** For a user who has left: none of their browsers is used again. */
const nowhere: Outcome = { inside: [], cutOff: [] }

const isFaultTarget = (kind: Kind): kind is FaultTarget => (faultTargets as readonly Kind[]).includes(kind)

function createWalk(services: Services, sql: postgres.Sql) {
  const advanceTime = createPassTime(sql)
  let people = 0

  const newPerson = (steps: Steps, calm: () => Promise<void>, leaves = false) => {
    const number = people++
    const email = `user-${number}@example.org`
    return createTestUser({
      services,
      page,
      steps,
      email,
      network: `${number >> 8}.${number & 255}`,
      advanceTime,
      calm,
      leaves,
    })
  }

  return {
    async undisturbed(name: JourneyName): Promise<readonly Step[]> {
      const steps = createSteps(null)
      const testUser = newPerson(steps, async () => undefined)
      const outcome = await journeys[name](testUser, steps.begin)
      steps.end()
      await verifyTestUser(sql, testUser, outcome)
      return steps.seen
    },
    async disturbed(failure: Failure<JourneyName>, { strike: fall, miss, survive }: Fault): Promise<Trial> {
      const { at, moment, kind, leaves } = failure
      const strike: Strike = { at, moment, kind, death: fall }
      const steps = createSteps(strike)
      const calm = async (): Promise<void> => {
        if (steps.hasStruck()) await survive()
      }
      const testUser = newPerson(steps, calm, leaves)
      const started = performance.now()
      const finish = (error: Error | null): Trial => ({
        failure,
        wasInjected: steps.hasStruck(),
        error,
        troubles: testUser.troubles,
        tookMs: performance.now() - started,
      })
      try {
        const outcome = await journeys[failure.journey](testUser, steps.begin)
          .catch((error: unknown): Outcome => {
            if (!(error instanceof Left)) throw error
            for (const browser of testUser.browsers) browser.frame().life.end()
            return nowhere
          })
          .finally(() => {
            steps.end()
            if (!steps.hasStruck()) miss()
          })
        await survive()
        await verifyTestUser(sql, testUser, outcome)
        return finish(null)
      } catch (error) {
        return finish(error instanceof Error ? error : new Error(String(error)))
      }
    },
  }
}

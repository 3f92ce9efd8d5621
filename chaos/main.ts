/**
 * Breaks the running system at every step of users' journeys, and checks that nothing is lost: `npm run chaos`, or some of it: `npm run
 * chaos -- --count=100 --seed=7 --only='rotate the key'`
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { formatTable } from '../scripts/formatTable.ts'
import { describeTrial } from './describeTrial.ts'
import { type JourneyName, journeys } from './journeys.ts'
import { runChaos, type Trial } from './runChaos.ts'
import { kinds } from './steps.ts'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** One row per journey, one column per kind: injected / recovered. */
const summarise = (trials: readonly Trial[]): string => {
  const injected = trials.filter(({ wasInjected }) => wasInjected)
  const tell = (some: readonly Trial[]): string => `${some.filter(({ error }) => error === null).length}/${some.length}`
  const rowOf = (name: string, some: readonly Trial[]): string[] => [
    name,
    ...kinds.map((kind) => tell(some.filter(({ failure }) => failure.kind === kind))),
    tell(some),
    seconds(some.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, some.length)),
  ]
  return formatTable([
    ['recovered/injected', ...kinds, 'all', 'mean'],
    ...Object.keys(journeys).map((name) =>
      rowOf(
        name,
        injected.filter(({ failure }) => failure.journey === name),
      ),
    ),
    rowOf('everything', injected),
  ])
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
    },
  })
  const isJourney = (name: string): name is JourneyName => Object.hasOwn(journeys, name)
  const only = values.only.filter(isJourney)
  if (only.length < values.only.length) throw new Error(`Journeys are: ${Object.keys(journeys).join(', ')}`)
  const seed = Number(values.seed ?? randomInt(1_000_000))
  console.log(`seed ${seed}`)
  const started = performance.now()
  const trials = await runChaos({
    seed,
    count: values.count === undefined ? 'each moment' : Number(values.count),
    only,
    onTrial: (trial) => {
      if (trial.error !== null || values.verbose) console.log(describeTrial(trial))
    },
  })
  const failed = trials.filter(({ error }) => error !== null)
  console.log(`\n${summarise(trials)}\n`)
  const injected = trials.filter(({ wasInjected }) => wasInjected).length
  console.log(
    `${injected} failures injected, ${failed.length} not recovered, seed ${seed}, ${seconds(performance.now() - started)}`,
  )
  if (failed.length > 0) process.exitCode = 1
}

await main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})

import { randomFrom } from './randomFrom.ts'
import { type Kind, kinds, type Moment, momentsOf, type Step } from './steps.ts'

/**
 * One failure to inject: of this kind, at this moment of this step of this journey. `leaves`: the user never returns, and the device is
 * lost with them; otherwise they go on until they are done.
 */
export type Failure<name extends string = string> = {
  journey: name
  at: number
  step: Step
  moment: Moment
  kind: Kind
  leaves: boolean
}

/** The steps of each journey, as found by a run without a failure. */
export type Walked<name extends string> = { readonly [journey in name]: readonly Step[] }

const shuffled = <item>(items: readonly item[], random: () => number): item[] => {
  const rest = [...items]
  const drawn: item[] = []
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return drawn
}

/**
 * Returns all possible failures of one journey, in random order. Kinds take turns in one pass through the moments, each with a different
 * offset, so that as many failures as there are moments hit each moment once, except for those that one kind cannot hit.
 */
function failuresOf<name extends string>(journey: name, steps: readonly Step[], random: () => number): Failure<name>[] {
  const round = shuffled(momentsIn(steps), random)
  const ofKind = shuffled(kinds, random).map((kind, turn) => {
    const from = Math.floor((turn * round.length) / kinds.length)
    return [...round.slice(from), ...round.slice(0, from)]
      .filter(({ step, moment }) => momentsOf(step, kind).includes(moment))
      .map((place) => ({ journey, ...place, kind, leaves: random() < 0.5 }))
  })
  return inTurns(ofKind)
}

const momentsIn = (steps: readonly Step[]) =>
  steps.flatMap((step, at) => momentsOf(step, 'frame').map((moment) => ({ at, step, moment })))

/** Interleaves rows: the first of each, then the second of each, and so on. */
const inTurns = <item>(rows: readonly (readonly item[])[]): item[] => {
  const longest = Math.max(0, ...rows.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
}

/**
 * Returns failures from every journey and of every kind as evenly as possible; the same for the same seed. So many in all, or `each
 * moment`: as many for each journey as its steps have moments.
 */
export function planFailures<name extends string>(
  walked: Walked<name>,
  seed: number,
  count: number | 'each moment',
): Failure<name>[] {
  const random = randomFrom(seed)
  const rows = (Object.keys(walked) as name[]).map((name) => {
    const failures = failuresOf(name, walked[name], random)
    return count === 'each moment' ? failures.slice(0, momentsIn(walked[name]).length) : failures
  })
  const all = inTurns(rows)
  return count === 'each moment' ? all : all.slice(0, count)
}

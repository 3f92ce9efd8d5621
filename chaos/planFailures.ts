import { randomFrom } from './randomFrom.ts'
import { type Kind, kinds, type Moment, momentsOf, type Step } from './steps.ts'

/** One failure to inject: of this kind, at this moment of this step of this journey. */
export type Failure<name extends string = string> = {
  journey: name
  at: number
  step: Step
  moment: Moment
  kind: Kind
}

/** The steps of each journey, as a walk without a failure has found them. */
export type Walked<name extends string> = { readonly [journey in name]: readonly Step[] }

const shuffled = <item>(items: readonly item[], random: () => number): item[] => {
  const rest = [...items]
  const drawn: item[] = []
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return drawn
}

/** All that can break in one journey, in an order of chance: kinds take turns, and each visits every moment before one again. */
function failuresOf<name extends string>(journey: name, steps: readonly Step[], random: () => number): Failure<name>[] {
  const ofKind = kinds.map((kind) =>
    shuffled(
      steps.flatMap((step, at) => momentsOf(step, kind).map((moment) => ({ journey, at, step, moment, kind }))),
      random,
    ),
  )
  const longest = Math.max(...ofKind.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => ofKind.flatMap((failures) => failures.slice(at, at + 1))).flat()
}

/**
 * `count` failures, from every journey and of every kind as evenly as can be; the same for the same seed. Fewer when there are no
 * more.
 */
export function planFailures<name extends string>(walked: Walked<name>, seed: number, count: number): Failure<name>[] {
  const random = randomFrom(seed)
  const names = Object.keys(walked) as name[]
  const rows = names.map((name) => failuresOf(name, walked[name], random))
  const longest = Math.max(...rows.map(({ length }) => length))
  const all = Array.from({ length: longest }, (_, at) => rows.flatMap((failures) => failures.slice(at, at + 1))).flat()
  return all.slice(0, count)
}

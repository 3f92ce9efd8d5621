import type { Profile } from './Profile.ts'
import type { Scene } from './Scene.ts'

/** One thing that a frame does or does not do, seen from outside. */
export type Rule = {
  /** Which profile it belongs to; `both` is checked once in each. */
  profile: Profile | 'both'
  /** What is true of a conforming frame, in one sentence. */
  name: string
  /** The section of the design that says so: `wire 4`, `custody 6`. */
  source: string
  /** Returns when the rule holds; throws a `Deviation` with what was seen when it does not. */
  check: (scene: Scene) => Promise<void>
}

/** Rules about one thing, in the order in which they are checked. */
export type RuleGroup = { title: string; rules: readonly Rule[] }

/** How one rule ended in one profile. */
export type Outcome = {
  profile: Profile
  group: string
  name: string
  source: string
  isPassed: boolean
  /** How long the check took, in milliseconds. */
  tookMs: number
  /** What was seen instead; absent when the rule holds. */
  seen?: string
}

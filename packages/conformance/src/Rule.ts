import type { Profile } from './Profile.ts'
import type { Scene } from './Scene.ts'

/** One requirement of a frame that can be observed from outside. */
export type Rule = {
  /** Its profile; `both` is checked once in each. */
  profile: Profile | 'both'
  /** The requirement, in one sentence. */
  name: string
  /** The design's section with the requirement: `wire 4`, `custody 6`. */
  source: string
  /** Returns when the rule holds; otherwise throws a `Deviation` with the observation. */
  check: (scene: Scene) => Promise<void>
}

/** Rules on one subject, in the order in which they are checked. */
export type RuleGroup = { title: string; rules: readonly Rule[] }

/** The result of one rule in one profile. */
export type Outcome = {
  profile: Profile
  group: string
  name: string
  source: string
  isPassed: boolean
  /** Duration of the check, in milliseconds. */
  tookMs: number
  /** The observation; absent when the rule holds. */
  seen?: string
}

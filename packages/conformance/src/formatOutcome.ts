import type { Outcome } from './Rule.ts'

/** Returns one line for one rule: `ok  4  …`, or `not ok  4  …: <what was seen> (<section>)`. */
export const formatOutcome = ({ isPassed, profile, name, source, seen }: Outcome): string =>
  isPassed ? `ok  ${profile}  ${name}` : `not ok  ${profile}  ${name}: ${seen} (${source})`

/** Returns the last line of a report. */
export const formatTotal = (outcomes: readonly Outcome[]): string => {
  const passed = outcomes.filter(({ isPassed }) => isPassed).length
  return `${passed} passed, ${outcomes.length - passed} failed`
}

/** Prints outcomes as they arrive, under a heading for each profile and group. */
export const createPrinter = (print: (line: string) => void): ((outcome: Outcome) => void) => {
  let profile: number | null = null
  let group: string | null = null
  return (outcome) => {
    if (outcome.profile !== profile) print(`${profile === null ? '' : '\n'}Profile ${outcome.profile}`)
    if (outcome.profile !== profile || outcome.group !== group) print(`\n${outcome.group}`)
    profile = outcome.profile
    group = outcome.group
    print(formatOutcome(outcome))
  }
}

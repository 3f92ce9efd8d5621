import type { Takes } from '../alerts.ts'
import { nearestName } from './nearestName.ts'

/** A problem with an option, as data; `describeProblem` has the texts. */
export type OptionProblem = {
  /** The option's path, as a developer writes it: `features.socials[1]`. */
  option: string
  kind: 'missing' | 'invalid' | 'unknown' | 'network' | 'both'
  found: unknown
  /** The expected value: a key of the alerts' texts. */
  takes?: Takes | undefined
  /** The same as code. */
  example?: string | undefined
  /** The choices: values, or names of options. */
  known?: readonly string[] | undefined
  /** The replacement, as code, where it is certain. */
  nearest?: string | undefined
}

export type Report = (problem: OptionProblem) => void

/** Returns the part of a value that can be used, undefined for none, and reports the rest. `at` is the place of the value. */
export type Rule<value> = (value: unknown, at: string, report: Report) => value | undefined

type Expected = Pick<OptionProblem, 'takes' | 'example' | 'known'>

/** A rule for values that are right or wrong as a whole. `guess` returns the value that was probably meant, as code. */
export const exact =
  <value>(
    expected: Expected,
    isRight: (value: unknown) => value is value,
    guess: (value: unknown) => string | undefined = () => undefined,
  ): Rule<value> =>
  (value, at, report) => {
    if (isRight(value)) return value
    report({ option: at, kind: 'invalid', found: value, ...expected, nearest: guess(value) })
    return undefined
  }

export const flag = exact(
  { takes: { takes: 'takes.flag' }, example: 'true' },
  (value) => typeof value === 'boolean',
  (value) => (value === 'true' || value === 'false' ? value : undefined),
)

const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** One of these words. */
export const oneOf = <const name extends string>(names: readonly name[]): Rule<name> =>
  exact(
    { takes: { takes: 'takes.oneOf', values: { names: listed(names) } }, example: `'${names[0]}'`, known: names },
    (value): value is name => names.includes(value as name),
  )

/** A text of `least` to `most` characters. */
export const text = (most: number, least = 0, example = "'…'"): Rule<string> =>
  exact(
    { takes: { takes: 'takes.text', values: { least, most } }, example },
    (value): value is string => typeof value === 'string' && value.length >= least && value.length <= most,
  )

/** An address with one of two schemes, such as `https:`. */
export const address = (
  schemes: readonly [first: string, second: string],
  example: string,
  base?: () => string,
): Rule<string> =>
  exact(
    {
      takes: { takes: 'takes.addressWith', values: { first: schemes[0], second: schemes[1] } },
      example: `'${example}'`,
    },
    (value): value is string =>
      typeof value === 'string' && URL.canParse(value, base?.()) && schemes.includes(new URL(value, base?.()).protocol),
  )

/** A list; items that are wrong are left out. */
export const list =
  <item>(rule: Rule<item>, example: string, most = 1000): Rule<item[]> =>
  (value, at, report) => {
    if (!Array.isArray(value) || value.length > most) {
      report({ option: at, kind: 'invalid', found: value, takes: { takes: 'takes.list', values: { most } }, example })
      return undefined
    }
    return value.flatMap((item: unknown, index) => rule(item, `${at}[${index}]`, report) ?? [])
  }

type Rules<shape> = { readonly [name in keyof shape]-?: Rule<NonNullable<shape[name]>> }

/** Example values by name, for the fields that have no default. */
export type Required<shape> = { readonly [name in keyof shape]?: string }

/** Returns the fields of an object that can be used; reports those that are unknown, wrong or missing. */
export const readFields = <shape>(
  rules: Rules<shape>,
  required: Required<shape>,
  value: object,
  at: string,
  report: Report,
): Partial<shape> => {
  const prefix = at === '' ? '' : `${at}.`
  const names = Object.keys(rules)
  const given = Object.entries(value).filter(([, found]) => found !== undefined)
  const parsed = given.flatMap(([name, found]) => {
    const option = `${prefix}${name}`
    if (!Object.hasOwn(rules, name)) {
      report({ option, kind: 'unknown', found, known: names })
      return []
    }
    const kept = (rules[name as keyof shape] as Rule<unknown>)(found, option, report)
    return kept === undefined ? [] : [[name, kept]]
  })
  // A field that exists under a misspelled name isn't reported as missing too.
  const meant = given.map(([name]) => (Object.hasOwn(rules, name) ? name : nearestName(name, names)))
  for (const [name, example] of Object.entries<string | undefined>(required))
    if (!meant.includes(name)) report({ option: `${prefix}${name}`, kind: 'missing', found: undefined, example })
  return Object.fromEntries(parsed) as Partial<shape>
}

/** An object of these fields. Without one of `required` there is no object; absent and undefined are the same. */
export const fields =
  <shape>(rules: Rules<shape>, example: string, required: Required<shape> = {}): Rule<shape> =>
  (value, at, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report({ option: at, kind: 'invalid', found: value, takes: { takes: 'takes.object' }, example })
      return undefined
    }
    const parsed = readFields(rules, required, value, at, report)
    return Object.keys(required).every((name) => Object.hasOwn(parsed, name)) ? (parsed as shape) : undefined
  }

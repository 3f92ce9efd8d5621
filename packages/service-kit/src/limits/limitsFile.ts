import { existsSync, readFileSync } from 'node:fs'
import { isWithin, readNetworks } from '@latchkey/proxies'
import * as z from 'zod/mini'
import { type LimitName, limitNames, limitTable, maxOfAnything } from './limitTable.ts'

const boundsOf = (name: LimitName): readonly [least: number, most: number] =>
  limitTable[name].bounds ?? [1, maxOfAnything]
const wholeNumber = `must be a whole number from 1 to ${maxOfAnything}`
const numbers = z
  .partialRecord(
    z.enum(limitNames as [LimitName, ...LimitName[]]),
    z
      .number({ error: wholeNumber })
      .check(z.int({ error: wholeNumber }), z.minimum(1, wholeNumber), z.maximum(maxOfAnything, wholeNumber)),
  )
  .check(({ value, issues }) => {
    for (const [name, number] of Object.entries(value) as [LimitName, number][]) {
      const [least, most] = boundsOf(name)
      if (number < least || number > most)
        issues.push({
          code: 'custom',
          path: [name],
          input: number,
          message: `must be a whole number from ${least} to ${most}`,
        })
    }
  })
/** Limits that differ from the table's, by name. */
export type LimitNumbers = Readonly<Partial<Record<LimitName, number>>>

const network = z
  .string()
  .check(z.refine((text) => readNetworks(text) !== null, { error: 'must be an address or a network (CIDR)' }))

/** A user id as stored in the database. A malformed one would freeze no user. */
const userId = z
  .string()
  .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, { error: 'must be a user id, in small letters' }))

/** Frozen for all, or for some. */
const frozen = z.union([
  z.literal(true),
  z.strictObject({ projects: z._default(z.array(z.string()), []), users: z._default(z.array(userId), []) }),
])

const limitsFile = z.strictObject({
  /** For all callers. */
  limits: z._default(numbers, {}),
  /** For calls with a project, by its id. */
  projects: z._default(z.record(z.string(), numbers), {}),
  /** For calls from a network (CIDR); the first match applies. `unlimited` lifts all limits per network. */
  networks: z._default(z.record(network, z.union([z.literal('unlimited'), numbers])), {}),
  /** Features that are frozen during an investigation. */
  frozen: z._default(z.strictObject({ signIns: z.optional(frozen), signing: z.optional(frozen) }), {}),
})

/** The parsed limits file of an operator. */
export type LimitsFile = {
  limits: LimitNumbers
  projects: ReadonlyMap<string, LimitNumbers>
  networks: readonly { includes(address: string): boolean; limits: LimitNumbers | 'unlimited' }[]
  frozen: z.output<typeof limitsFile>['frozen']
}

/** The limits of an operator without a file: every default applies. */
export const noChanges: LimitsFile = { limits: {}, projects: new Map(), networks: [], frozen: {} }

/** Reads a limits file; a missing one changes nothing. Throws an Error that states what is wrong, and where. */
export function readLimitsFile(file: string): LimitsFile {
  if (!existsSync(file)) return noChanges
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`The limits file ${file} cannot be read as JSON`, { cause })
  }
  const parsed = z.safeParse(limitsFile, json)
  if (!parsed.success) throw new Error(`The limits file ${file} is invalid: ${describeIssues(parsed.error.issues)}`)
  const { limits, projects, networks, frozen } = parsed.data
  return {
    limits,
    frozen,
    projects: new Map(Object.entries(projects)),
    networks: Object.entries(networks).flatMap(([text, own]) => {
      const list = readNetworks(text)
      return list === null ? [] : [{ includes: (address: string) => isWithin(list, address), limits: own }]
    }),
  }
}

const describeIssues = (issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[] = []): string =>
  issues
    .map((issue) => {
      const path = [...at, ...issue.path]
      const place = path.join('.') || 'the file'
      switch (issue.code) {
        case 'unrecognized_keys':
          return `${[...path, issue.keys.join(', ')].join('.')}: no such ${path[0] === 'frozen' ? 'switch' : 'limit'}`
        case 'invalid_key':
          return describeIssues(issue.issues, path)
        case 'invalid_union':
          return `${place}: must be ${path[0] === 'frozen' ? 'true or lists of projects and users' : '"unlimited" or limits'} (${issue.errors.map((each) => describeIssues(each, path)).join('; ')})`
        case 'invalid_value':
          return `${place}: no such limit`
        default:
          return `${place}: ${issue.message === 'Invalid input' ? `must be ${'expected' in issue ? issue.expected : 'valid'}` : issue.message}`
      }
    })
    .join('; ')

import * as z from 'zod/mini'

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Parses the environment once. Throws an Error that lists each missing or invalid variable, without its value. */
export function readEnvironment<schema extends z.ZodMiniType>(
  schema: schema,
  variables: Environment,
): z.output<schema> {
  const parsed = z.safeParse(schema, variables)
  if (parsed.success) return parsed.data
  throw new UnusableSettings(
    parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      return `${name}: ${variables[name] === undefined ? 'is missing' : message}`
    }),
  )
}

/** Reports why a process can't start with its settings, one line each. */
export class UnusableSettings extends Error {
  override readonly name = 'UnusableSettings'
  constructor(reasons: readonly string[]) {
    super(`The backend cannot start with these settings:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import * as z from 'zod'

/** Root of the repository. */
export const house = fileURLToPath(new URL('../../..', import.meta.url))
export const composeFile = fileURLToPath(new URL('../../docker-compose.yml', import.meta.url))

/** A service's references to the file's configs or secrets, in the short form or the long one. */
const sources = z
  .array(z.union([z.string().transform((source) => ({ source })), z.looseObject({ source: z.string() })]))
  .default([])
const files = z.record(z.string(), z.looseObject({ file: z.string().optional() })).default({})

/** Names of networks, with a service's aliases on each. */
const attachments = z
  .union([
    z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, {}]))),
    z.record(z.string(), z.strictObject({ aliases: z.array(z.string()).optional() })),
  ])
  .transform((networks): Record<string, { aliases?: string[] | undefined }> => networks)

/** Strict: no test covers unknown keys. */
const service = z.strictObject({
  image: z.string(),
  profiles: z.array(z.string()).optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.string(),
  tmpfs: z.array(z.string()),
  logging: z.unknown(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).default([]),
  command: z.array(z.string()),
  working_dir: z.string().optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).default({}),
  networks: attachments,
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
  configs: sources,
  secrets: sources,
  stop_signal: z.string().optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.strictObject({
    test: z.array(z.string()).optional(),
    disable: z.boolean().optional(),
    interval: z.string().optional(),
    timeout: z.string().optional(),
    retries: z.number().optional(),
    start_period: z.string().optional(),
    start_interval: z.string().optional(),
  }),
})
export type Service = z.output<typeof service>

const compose = z.looseObject({
  configs: files,
  secrets: files,
  services: z.record(z.string(), service),
  networks: z.record(
    z.string(),
    z.strictObject({ internal: z.boolean().optional(), enable_ipv6: z.boolean().optional() }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
})
export type Compose = z.output<typeof compose>

/**
 * Returns the services that Compose can't start: read-only ones with a config or secret that is not a file of the machine
 * (`cannot create config … in read-only service …: 'file' is the sole supported option`). `docker compose config` accepts them.
 */
export const unwritableFiles = (compose: Compose): string[] =>
  Object.entries(compose.services).flatMap(([name, service]) =>
    (['configs', 'secrets'] as const).flatMap((kind) =>
      service[kind]
        .filter(({ source }) => service.read_only === true && compose[kind][source]?.file === undefined)
        .map(({ source }) => `${name}: ${kind} ${source}`),
    ),
  )

/** Reads the compose file as written, or with its settings filled in. Throws for an unknown key. */
export const readCompose = (
  settings?: Readonly<Record<string, string>>,
  text = readFileSync(composeFile, 'utf8'),
): Compose => {
  const parsed: unknown = parse(text, { merge: true })
  return compose.parse(settings === undefined ? parsed : fillIn(parsed, settings))
}

/** `${NAME:?words}`, or without the colon where it may be empty, the two forms that our file uses: no setting has a default. */
export const reference = /\$\{(\w+)(:?)\?([^}]*)\}/g

const fillIn = (value: unknown, settings: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string')
    return value.replace(reference, (_, name: string, colon: string) => {
      const setting = settings[name]
      if (setting === undefined || (setting === '' && colon === ':')) throw new Error(`The compose file needs ${name}`)
      return setting
    })
  if (Array.isArray(value)) return value.map((item) => fillIn(item, settings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, settings)]))
}

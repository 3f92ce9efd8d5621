import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import * as z from 'zod'

/** Root of the repository. */
export const house = fileURLToPath(new URL('../../..', import.meta.url))
export const composeFile = fileURLToPath(new URL('../../docker-compose.yml', import.meta.url))

/** Strict: a key that is not here is one that no test looks at. */
const service = z.strictObject({
  image: z.string(),
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
  networks: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
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
  configs: z.record(z.string(), z.strictObject({ content: z.string() })),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
})
export type Compose = z.output<typeof compose>

/** The compose file as it is written, or with its settings filled in. Throws when it has a key that is not known here. */
export const readCompose = (settings?: Readonly<Record<string, string>>): Compose => {
  const parsed: unknown = parse(readFileSync(composeFile, 'utf8'), { merge: true })
  return compose.parse(settings === undefined ? parsed : fillIn(parsed, settings))
}

/** `${NAME:?words}`, the one form that our file uses: no setting has a default. */
export const reference = /\$\{(\w+):\?([^}]*)\}/g

const fillIn = (value: unknown, settings: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string')
    return value.replace(reference, (_, name: string) => {
      const setting = settings[name]
      if (setting === undefined || setting === '') throw new Error(`The compose file needs ${name}`)
      return setting
    })
  if (Array.isArray(value)) return value.map((item) => fillIn(item, settings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, settings)]))
}

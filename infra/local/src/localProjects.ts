import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { approvalModes } from '@latchkey/api-client'
import * as z from 'zod'
import { defaultPortBase, type Ports, portsFrom } from './ports.ts'
import { StackError } from './StackError.ts'

/** The projects of the local stack, written for the default ports. */
const projectsFile = fileURLToPath(new URL('../projects.json', import.meta.url))

const projectList = z.array(
  z.strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    origins: z.array(z.string().regex(/^https?:\/\//)),
    approvals: z.enum(approvalModes).optional(),
    smartAccounts: z.array(z.string()).optional(),
    sponsorship: z
      .strictObject({
        networks: z.array(z.string()),
        contracts: z.array(z.string()).optional(),
        perPersonPerDayWei: z.string(),
        perDayWei: z.string(),
      })
      .optional(),
    emailCapture: z.strictObject({ purpose: z.string() }).optional(),
    oidc: z
      .strictObject({
        clients: z.array(
          z.strictObject({ clientId: z.string(), secretSha256: z.string(), redirectUris: z.array(z.string()) }),
        ),
      })
      .optional(),
  }),
)
export type LocalProject = z.output<typeof projectList>[number]

const defaults = portsFrom(defaultPortBase)

/** The secret of the client `demo-web` of the project `demo`: public. */
export const demoClientSecret = 'latchkey-local-demo'
/** Its redirect path, at an app's origin: that of Auth.js. */
export const demoRedirectPath = '/api/auth/callback/latchkey'

/** Parses the origin of a dapp outside the repository, for development. Throws `StackError` for an origin that isn't on this machine. */
export const readDappOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHere = url !== null && /^(?:localhost|(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url !== null && isHere && /^https?:$/.test(url.protocol)) return url.origin
  throw new StackError(`--origin takes an address on this machine, such as http://localhost:5173, not ${text}`)
}

export type ProjectsOptions = {
  path?: string
  /** Added to those of the list, for the project `demo`. */
  dappOrigins?: readonly string[]
}

/**
 * Reads the projects for these ports: an origin on the demo's default port moves with the demo, every other stays.
 *
 * Throws `StackError` for an invalid list.
 */
export const readProjects = (
  ports: Ports,
  { path = projectsFile, dappOrigins = [] }: ProjectsOptions = {},
): LocalProject[] => {
  let parsed: ReturnType<typeof projectList.safeParse>
  try {
    parsed = projectList.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StackError(`${path} cannot be read: ${(error as Error).message}`)
  }
  if (!parsed.success) throw new StackError(`${path} is not a list of projects: ${z.prettifyError(parsed.error)}`)
  const moved = (address: string): string => address.replace(new RegExp(`:${defaults.demo}(?=/|$)`), `:${ports.demo}`)
  return parsed.data.map(({ oidc, ...project }) => {
    const others = project.id === 'demo' ? dappOrigins : []
    const clients = oidc?.clients.map((client) => ({
      ...client,
      redirectUris: [...client.redirectUris.map(moved), ...others.map((origin) => `${origin}${demoRedirectPath}`)],
    }))
    return {
      ...project,
      origins: [...project.origins.map(moved), ...others],
      ...(clients === undefined ? {} : { oidc: { clients } }),
    }
  })
}

/**
 * Writes the projects for these ports to `target`, and again whenever the list is edited. Returns a function that stops it.
 *
 * Throws `StackError` for an invalid list; a later invalid edit is logged and changes nothing.
 */
export const keepProjectsWritten = (
  ports: Ports,
  target: string,
  log: (line: string) => void,
  options: ProjectsOptions = {},
): (() => void) => {
  const { path = projectsFile } = options
  let written = ''
  const write = (): void => {
    written = readFileSync(path, 'utf8')
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${JSON.stringify(readProjects(ports, options), null, 2)}\n`)
  }
  const rewrite = (): void => {
    try {
      write()
      log('projects.json changed and is in effect')
    } catch (error) {
      log((error as Error).message)
    }
  }
  write()
  // Compares contents, not times, so that an edit right after the start counts.
  const look = (): void => {
    let text = ''
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      // In the middle of an edit; the next poll sees its end.
      return
    }
    if (text !== written) rewrite()
  }
  const looking = setInterval(look, 500).unref()
  return () => clearInterval(looking)
}

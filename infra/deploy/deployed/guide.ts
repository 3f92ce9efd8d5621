import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from '../../../scripts/findOnPath.ts'
import { house } from '../src/readCompose.ts'
import { type Deployed, plainServices, type ServiceName } from './startDeployed.ts'
import { type PlainProcess, startPlain } from './startPlain.ts'

/** Returns the commands of a section of infra/README.md, one list for each code block. */
export function commandsOf(heading: string): string[][] {
  const text = readFileSync(join(house, 'infra/README.md'), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const blocks = [...own.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block.trim().split(/\n\s*/))
  if (blocks.length === 0) throw new Error(`infra/README.md says no commands under ${heading}`)
  return blocks
}

export type Machine = {
  deployed: Deployed
  /** The folder in which an operator runs the commands. */
  folder: string
  /** Processes of api, custody and frame each: the compose file has two. */
  replicas: 1 | 2
  /** Settings beside those of the compose file, for all services or one. */
  settings?: (service: ServiceName) => Readonly<Record<string, string>>
  /** The running processes, by the compose file's names, such as `api-2`. */
  running: Map<string, PlainProcess>
}

type Outcome = { code: number | null; said: string }
type Part = { name: string; service: ServiceName; replica: number }

const done: Outcome = { code: 0, said: '' }

/** Runs a command of the guide without containers. Throws for an unknown one. Returns the exit code and the output. */
export async function runAsWritten(machine: Machine, line: string): Promise<Outcome> {
  // The test decides the version and the images.
  if (['umask 077', 'git pull', 'docker compose build'].includes(line)) return done
  const [, command = '', arrow = '', file = ''] = /^docker compose (.*?)(?: ([<>]) (\S+))?$/.exec(line) ?? []
  const redirect = {
    ...(arrow === '<' ? { input: join(machine.folder, file) } : {}),
    ...(arrow === '>' ? { output: join(machine.folder, file) } : {}),
  }
  const [verb = '', ...rest] = command.split(' ')
  const at = rest.findIndex((word) => !word.startsWith('--'))
  const [flags, [name = '', ...instead]] = at === -1 ? [rest, []] : [rest.slice(0, at), rest.slice(at)]
  const part = partOf(name)
  switch (`${verb} ${flags.join(' ')}`) {
    case 'up --detach --wait':
      return up(machine, everything(machine))
    case 'up --detach --wait --no-deps':
      if (part === null) break
      await machine.running.get(name)?.stop()
      return up(machine, [part])
    case 'stop ':
      for (const each of [name, ...instead]) await machine.running.get(each)?.stop()
      return done
    case 'exec --no-TTY':
      if (name === 'database') return inDatabase(machine, instead, redirect)
  }
  if ((verb !== 'run' && verb !== 'exec') || part === null) throw new Error(`Unknown command: ${line}`)
  const own = instead.length === 0 ? {} : { command: instead }
  return end(start(machine, part, { ...own, ...redirect }))
}

const partOf = (name: string): Part | null => {
  const service = plainServices.find((each) => each === name.replace(/-2$/, ''))
  return service === undefined ? null : { name, service, replica: name.endsWith('-2') ? 1 : 0 }
}

const start = ({ deployed, settings }: Machine, { service, replica }: Part, instead = {}): PlainProcess =>
  deployed.run(service, settings?.(service) ?? {}, replica, instead)

const end = async (process: PlainProcess): Promise<Outcome> => ({ code: await process.ended, said: process.said() })

/** The database image's own user needs no password. */
function inDatabase({ deployed, folder }: Machine, [program = '', ...words]: string[], redirect: object) {
  const { port, password } = new URL(deployed.environmentOf('migrate').DATABASE_URL ?? '')
  const command = [findOnPath([program]) ?? program, ...words]
  const environment = { PGHOST: '127.0.0.1', PGPORT: port, PGPASSWORD: password }
  return end(startPlain({ command, folder, environment, redirect }))
}

/** The processes that the compose file starts, in its order. */
const everything = ({ replicas }: Machine): Part[] => {
  const both = ['api', 'custody', 'frame'].flatMap((name) => (replicas === 2 ? [name, `${name}-2`] : [name]))
  return ['redis', 'cache', 'migrate', ...both, 'proxy'].flatMap((name) => partOf(name) ?? [])
}

async function up(machine: Machine, parts: readonly Part[]): Promise<Outcome> {
  for (const part of parts) {
    if (machine.running.get(part.name)?.isRunning()) continue
    const process = start(machine, part)
    if (part.service === 'migrate') {
      const migrated = await end(process)
      if (migrated.code !== 0) return migrated
      continue
    }
    machine.running.set(part.name, process)
    try {
      await machine.deployed.untilHealthy(part.service, process, part.replica)
    } catch (error) {
      return { code: 1, said: (error as Error).message }
    }
  }
  if (machine.running.get('proxy')?.isRunning()) await untilProxied(machine)
  return done
}

/** Caddy checks once a second, and Debian's version does not hold a call with a body until then. GET calls do wait. */
async function untilProxied({ deployed }: Machine): Promise<void> {
  const { apiOrigin, custodyOrigin } = deployed
  for (const url of [`${apiOrigin}/account/v1/keys`, `${custodyOrigin}/custody/v1/keys`])
    while (!(await fetch(url)).ok);
}

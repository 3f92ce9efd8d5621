import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { networks } from '@latchkey/chains'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { type SmtpServer, startSmtpServer } from '@latchkey/service-kit/test/smtpServer'
import postgres from 'postgres'
import { findOnPath } from '../../../scripts/findOnPath.ts'
import { readCompose, type Service } from '../src/readCompose.ts'
import { createPlaces } from './createPlaces.ts'
import { type DeployedNode, startNode } from './startNode.ts'
import { type PlainProcess, type Redirect, startPlain } from './startPlain.ts'

/** The services that run as our processes or the machine's servers; the tests have a separate database. */
export const plainServices = ['redis', 'cache', 'migrate', 'restore', 'api', 'custody', 'frame', 'proxy'] as const
export type ServiceName = (typeof plainServices)[number]

/** The address from which a CDN in front connects. */
export const cdn = '127.0.2.1'

/** The page from which scripted devices call. */
export const scriptedOrigin = 'http://127.0.0.1:3000'

/** Deviations from the tests' setup. */
export type DeployedOptions = {
  /** Defaults: free ports. */
  origins?: Readonly<Record<'wallet' | 'vault' | 'api' | 'custody', string>>
  /** The contents of the projects file. Default: one project, with a page at `dappPort`. */
  projects?: readonly unknown[]
  /** The contents of the limits file. Default: none. */
  limits?: unknown
  /** A mail server for both. Default: one for each. */
  smtpPort?: number
  /** Further settings, as in `api.env` and `custody.env`. */
  variables?: Record<'api' | 'custody', Readonly<Record<string, string>>>
  /** Processes of api, custody and frame each. Default 1. */
  replicas?: number
}

/** The compose file's services as plain processes on this machine. */
export type Deployed = AsyncDisposable & {
  walletOrigin: string
  /** The port of the project's page, where nothing listens yet. */
  dappPort: number
  vaultOrigin: string
  apiOrigin: string
  custodyOrigin: string
  database: PostgresServer
  /** The one node of the one chain. */
  node: DeployedNode
  /** The two mail services, neither of which sees the other's mails. */
  mail: Record<'api' | 'custody', SmtpServer>
  /** Returns the environment of a service, fully resolved. */
  environmentOf(service: ServiceName, replica?: number): Record<string, string>
  /** Returns the folder that a service has at `/keys`. */
  keysOf(service: ServiceName): string
  /** Starts a service with its command and settings, with changes; a change to null removes one. */
  run(
    service: ServiceName,
    change?: Readonly<Record<string, string | null>>,
    replica?: number,
    instead?: Instead,
  ): PlainProcess
  /** Runs the service's health check. */
  isHealthy(service: ServiceName, replica?: number): Promise<boolean>
  /** Resolves when it is healthy; rejects with the process's output when it exits before. */
  untilHealthy(service: ServiceName, running: PlainProcess, replica?: number): Promise<void>
}

/** Services that may have several processes, with the ports of one. */
const replicated: Readonly<Record<string, readonly string[]>> = {
  api: ['3002', '3022', '9464'],
  custody: ['3012', '9464'],
  frame: ['3001', '3011', '9464'],
}

/** Options of `docker compose run` beside the service: another command, and files. */
type Instead = Redirect & { command?: readonly string[] }

/** Prepares everything; only the database and the mail services run yet. */
export async function startDeployed(options: DeployedOptions = {}): Promise<Deployed> {
  const { replicas = 1 } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-deployed-'))
  const owned = new AsyncDisposableStack()
  owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
  const database = owned.use(await startPostgres())
  const mail = { api: owned.use(await startSmtpServer()), custody: owned.use(await startSmtpServer()) }
  const freeOrigin = async (): Promise<string> => `http://localhost:${await freePort()}`
  const origins = options.origins ?? {
    wallet: await freeOrigin(),
    vault: await freeOrigin(),
    api: await freeOrigin(),
    custody: await freeOrigin(),
  }
  const { wallet: walletOrigin, vault: vaultOrigin, api: apiOrigin, custody: custodyOrigin } = origins
  const configFolder = join(folder, 'config')
  const dappPort = await freePort()
  const project = { id: 'demo', name: 'Demo', origins: [scriptedOrigin, `http://127.0.0.1:${dappPort}`] }
  mkdirSync(join(configFolder, 'shared'), { recursive: true })
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(configFolder, name), typeof content === 'string' ? content : JSON.stringify(content))
  write('shared/projects.json', options.projects ?? [project])
  if (options.limits !== undefined) write('shared/limits.json', options.limits)
  const node = owned.use(await startNode())
  // As an operator would: no request leaves this machine.
  const nodes = {
    ...Object.fromEntries(networks.map(({ caipNetworkId }) => [caipNetworkId, []])),
    'eip155:1': [node.url],
  }
  const { api, custody } = options.variables ?? { api: { NODES: JSON.stringify(nodes) }, custody: {} }
  for (const [name, variables] of Object.entries({ api, custody, frame: {} }))
    write(
      `${name}.env`,
      Object.entries(variables)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )

  const secret = (name: string) => `secret-of-${name}-${crypto.randomUUID()}`
  const settings = {
    WALLET_ORIGIN: walletOrigin,
    VAULT_ORIGIN: vaultOrigin,
    API_ORIGIN: apiOrigin,
    CUSTODY_ORIGIN: custodyOrigin,
    CONFIG_FOLDER: configFolder,
    TRUSTED_PROXIES: cdn,
    API_SMTP_URL: `smtp://127.0.0.1:${options.smtpPort ?? mail.api.port}`,
    CUSTODY_SMTP_URL: `smtp://127.0.0.1:${options.smtpPort ?? mail.custody.port}`,
    MAIL_FROM: 'Latchkey <login@latchkey.example>',
    DATABASE_OWNER_PASSWORD: secret('owner'),
    API_DATABASE_PASSWORD: secret('api'),
    CUSTODY_DATABASE_PASSWORD: secret('custody'),
    API_REDIS_PASSWORD: secret('redis-api'),
    CUSTODY_REDIS_PASSWORD: secret('redis-custody'),
    API_CACHE_PASSWORD: secret('cache-api'),
  }
  await createOwner(database, settings.DATABASE_OWNER_PASSWORD)

  const services = oneOfEach(readCompose(settings).services)
  const serviceOf = (name: ServiceName): Service => {
    const service = services[name]
    if (service === undefined) throw new Error(`The compose file has no service ${name}`)
    return service
  }
  const keysOf = (name: string): string => join(folder, `${name}-keys`)
  const places = await createPlaces(
    {
      services: Object.keys(services),
      mounts: (name) => ({
        '/keys/': `${keysOf(name)}/`,
        '/config/': `${configFolder}/shared/`,
        '/builds': join(folder, 'builds'),
      }),
      running: {
        'database:5432': Number(new URL(database.url).port),
        // Ports that only the service itself and its health check name.
        'proxy:8081': await freePort(),
        // Ports that only Prometheus's own file names.
        'frame:9464': await freePort(),
        'api:9464': await freePort(),
        'custody:9464': await freePort(),
      },
    },
    Object.values(services).map((service) => JSON.stringify([service.environment, service.command])),
  )
  const listening = /^(?:|WALLET_|VAULT_|METRICS_|PROJECT_LIST_)PORT$/
  const furtherPorts = new Map<string, number>()
  for (const [name, ports] of Object.entries(replicated))
    for (const port of ports)
      for (let replica = 1; replica < replicas; replica++)
        furtherPorts.set(`${name}:${port} ${replica}`, await freePort())
  const portOf = (name: string, port: string, replica = 0): number =>
    furtherPorts.get(`${name}:${port} ${replica}`) ?? places.portOf(name, port)

  /** In containers, a service's name resolves to each of its processes in turn. */
  const translateForReplicas = (name: ServiceName, value: string): string => {
    const [, other = '', port = ''] = /^(\w+):(\d+)$/.exec(value) ?? []
    if (replicas > 1 && replicated[other]?.includes(port))
      return Array.from({ length: replicas }, (_, replica) => `127.0.0.1:${portOf(other, port, replica)}`).join(' ')
    // One of several processes is enough where no client waits for the answer.
    const [, authority] = /^http:\/\/(api|custody):30[01]2$/.exec(value) ?? []
    if (replicas > 1 && authority !== undefined) return authority === 'api' ? apiOrigin : custodyOrigin
    return places.translate(name, value)
  }
  const environmentOf: Deployed['environmentOf'] = (name, replica = 0) => {
    const { environment, env_file: files } = serviceOf(name)
    const fromFiles = Object.fromEntries(
      files
        .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)])
        .map(([, key = '', value = '']) => [key, value]),
    )
    const own = Object.entries(environment).map(([key, value]) => [
      key,
      listening.test(key) ? String(portOf(name, value, replica)) : translateForReplicas(name, value),
    ])
    return { ...fromFiles, ...Object.fromEntries(own) }
  }
  /** The images' and each container's own environment. */
  const environmentOfMachine = (name: ServiceName): Record<string, string> =>
    name === 'proxy'
      ? { HOME: folder, XDG_DATA_HOME: folder, PROXY_HEALTH_PORT: String(places.portOf('proxy', '8081')) }
      : {}
  const commandOf = (name: ServiceName): string[] => {
    const [program = '', ...words] = serviceOf(name).command.map((word) => places.translate(name, word))
    if (!isRedis(name)) return [program, ...words]
    const server = findOnPath([program, 'redis-server']) ?? program
    return [server, '--port', String(places.portOf(name, '6379')), '--bind', '127.0.0.1', '--dir', folder, ...words]
  }

  const started = new Set<PlainProcess>()
  const killAll = (): void => {
    for (const each of started) if (each.isRunning()) each.kill()
  }
  process.once('exit', killAll)
  owned.defer(async () => {
    killAll()
    await Promise.all([...started].map(({ ended }) => ended))
    process.off('exit', killAll)
  })

  const run: Deployed['run'] = (name, change = {}, replica = 0, instead = {}) => {
    const { command = commandOf(name), ...redirect } = instead
    const environment = { ...environmentOfMachine(name), ...environmentOf(name, replica), ...change }
    const running = startPlain({
      command,
      redirect,
      folder: places.translate(name, serviceOf(name).working_dir ?? folder).replace(/^\/$/, folder),
      environment: Object.fromEntries(
        Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== null),
      ),
    })
    started.add(running)
    return running
  }
  const isHealthy: Deployed['isHealthy'] = async (name, replica = 0) => {
    const [, ...words] = serviceOf(name).healthcheck.test ?? []
    const own = (_: string, port: string): string => `127.0.0.1:${portOf(name, port, replica)}`
    const check = words.map((word) => places.translate(name, word.replace(/127\.0\.0\.1:(\d+)/, own)))
    if (isRedis(name)) {
      const [program = '', ...rest] = check
      check.splice(
        0,
        check.length,
        findOnPath([program, 'redis-cli']) ?? program,
        '-p',
        String(places.portOf(name, '6379')),
        ...rest,
      )
    }
    return (await startPlain({ command: check, folder, environment: {} }).ended) === 0
  }
  return {
    walletOrigin,
    vaultOrigin,
    apiOrigin,
    custodyOrigin,
    dappPort,
    database,
    node,
    mail,
    environmentOf,
    keysOf,
    run,
    isHealthy,
    async untilHealthy(name, running, replica = 0) {
      while (!(await isHealthy(name, replica))) {
        if (!running.isRunning()) throw new Error(running.said())
        await sleep(100)
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Drops the second process of each service: `replicas` sets their number here. */
function oneOfEach(services: Readonly<Record<string, Service>>): Record<string, Service> {
  const once = (value: string): string => value.replace(/\b(\w+)-1(:\d+) \1-2\2/g, '$1$2')
  return Object.fromEntries(
    Object.entries(services)
      .filter(([name]) => !name.endsWith('-2'))
      .map(([name, { environment, ...rest }]) => [
        name,
        {
          ...rest,
          environment: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, once(value)])),
        },
      ]),
  )
}

/** Servers that this machine has under another name. */
const isRedis = (name: ServiceName): boolean => name === 'redis' || name === 'cache'

/** As the database image does: the owner of one database, who may create roles. */
async function createOwner(database: PostgresServer, password: string): Promise<void> {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`CREATE ROLE latchkey SUPERUSER LOGIN PASSWORD '${password}'`)
  await sql.unsafe('CREATE DATABASE latchkey OWNER latchkey')
  await sql.end()
}

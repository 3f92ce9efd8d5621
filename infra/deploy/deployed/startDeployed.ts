import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { type SmtpServer, startSmtpServer } from '@latchkey/service-kit/test/smtpServer'
import postgres from 'postgres'
import { findOnPath } from '../../../scripts/findOnPath.ts'
import { readCompose, type Service } from '../src/readCompose.ts'
import { createPlaces } from './createPlaces.ts'
import { type PlainProcess, startPlain } from './startPlain.ts'

/** The services that are a process of ours or a server of the machine; the database is one of the tests' own. */
export const plainServices = ['redis', 'cache', 'migrate', 'api', 'custody', 'frame', 'proxy'] as const
export type ServiceName = (typeof plainServices)[number]

/** Scripted devices call from a page there. */
export const scriptedOrigin = 'http://127.0.0.1:3000'

/** The compose file's services as plain processes on this machine. */
export type Deployed = AsyncDisposable & {
  walletOrigin: string
  /** Where the project has its page, and nobody listens yet. */
  dappPort: number
  vaultOrigin: string
  database: PostgresServer
  /** The two mail services, of which neither sees the mails of the other. */
  mail: Record<'api' | 'custody', SmtpServer>
  /** The environment of a service, with everything filled in. */
  environmentOf(service: ServiceName): Record<string, string>
  /** The folder that a service has at `/keys`. */
  keysOf(service: ServiceName): string
  /** Starts a service with its command and settings, changed as told; a change to null leaves one out. */
  run(service: ServiceName, change?: Readonly<Record<string, string | null>>): PlainProcess
  /** Runs the service's health check. */
  isHealthy(service: ServiceName): Promise<boolean>
  /** Resolves when it is healthy; rejects with what the process said when it ends before. */
  untilHealthy(service: ServiceName, running: PlainProcess): Promise<void>
}

/** Prepares all of it; nothing but the database and the mail services runs yet. */
export async function startDeployed(): Promise<Deployed> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-deployed-'))
  const owned = new AsyncDisposableStack()
  owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
  const database = owned.use(await startPostgres())
  const mail = { api: owned.use(await startSmtpServer()), custody: owned.use(await startSmtpServer()) }
  const [walletOrigin, vaultOrigin] = [`http://localhost:${await freePort()}`, `http://localhost:${await freePort()}`]
  const configFolder = join(folder, 'config')
  const dappPort = await freePort()
  const project = { id: 'demo', name: 'Demo', origins: [scriptedOrigin, `http://127.0.0.1:${dappPort}`] }
  mkdirSync(join(configFolder, 'shared'), { recursive: true })
  writeFileSync(join(configFolder, 'shared', 'projects.json'), JSON.stringify([project]))
  // As an operator would: no request leaves this machine.
  writeFileSync(join(configFolder, 'api.env'), `NODES={"eip155:1":["http://127.0.0.1:${await freePort()}"]}\n`)

  const secret = (name: string) => `secret-of-${name}-${crypto.randomUUID()}`
  const settings = {
    WALLET_ORIGIN: walletOrigin,
    VAULT_ORIGIN: vaultOrigin,
    CONFIG_FOLDER: configFolder,
    API_SMTP_URL: `smtp://127.0.0.1:${mail.api.port}`,
    CUSTODY_SMTP_URL: `smtp://127.0.0.1:${mail.custody.port}`,
    MAIL_FROM: 'Latchkey <login@latchkey.example>',
    DATABASE_OWNER_PASSWORD: secret('owner'),
    API_DATABASE_PASSWORD: secret('api'),
    CUSTODY_DATABASE_PASSWORD: secret('custody'),
    API_REDIS_PASSWORD: secret('redis-api'),
    CUSTODY_REDIS_PASSWORD: secret('redis-custody'),
    API_CACHE_PASSWORD: secret('cache-api'),
  }
  await createOwner(database, settings.DATABASE_OWNER_PASSWORD)

  const { services, configs } = readCompose(settings)
  const serviceOf = (name: ServiceName): Service => {
    const service = services[name]
    if (service === undefined) throw new Error(`The compose file has no service ${name}`)
    return service
  }
  const keysOf = (name: string): string => join(folder, `${name}-keys`)
  for (const [name, { content }] of Object.entries(configs)) writeFileSync(join(folder, name), content)
  const places = await createPlaces(
    {
      services: Object.keys(services),
      mounts: (name) => ({
        '/keys/': `${keysOf(name)}/`,
        '/config/': `${configFolder}/shared/`,
        ...Object.fromEntries(
          (services[name]?.configs ?? []).map(({ source, target }) => [target, join(folder, source)]),
        ),
      }),
      running: {
        'database:5432': Number(new URL(database.url).port),
        // What only the service itself and its health check name.
        'proxy:8081': await freePort(),
      },
    },
    Object.values(services).map((service) => JSON.stringify([service.environment, service.command])),
  )
  const listening = /^(?:|WALLET_|VAULT_)PORT$/

  const environmentOf = (name: ServiceName): Record<string, string> => {
    const { environment, env_file: files } = serviceOf(name)
    const fromFiles = Object.fromEntries(
      files
        .flatMap(({ path }) =>
          path.endsWith('api.env') ? [...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)] : [],
        )
        .map(([, key = '', value = '']) => [key, value]),
    )
    const own = Object.entries(environment).map(([key, value]) => [
      key,
      listening.test(key) ? String(places.portOf(name, value)) : places.translate(name, value),
    ])
    return { ...fromFiles, ...Object.fromEntries(own) }
  }
  /** What the images bring, and what a container has to itself. */
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

  const run: Deployed['run'] = (name, change = {}) => {
    const environment = { ...environmentOfMachine(name), ...environmentOf(name), ...change }
    const running = startPlain({
      command: commandOf(name),
      folder: places.translate(name, serviceOf(name).working_dir ?? folder).replace(/^\/$/, folder),
      environment: Object.fromEntries(
        Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== null),
      ),
    })
    started.add(running)
    return running
  }
  const isHealthy: Deployed['isHealthy'] = async (name) => {
    const [, ...words] = serviceOf(name).healthcheck.test ?? []
    const own = (_: string, port: string): string => `127.0.0.1:${places.portOf(name, port)}`
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
    dappPort,
    database,
    mail,
    environmentOf,
    keysOf,
    run,
    isHealthy,
    async untilHealthy(name, running) {
      while (!(await isHealthy(name))) {
        if (!running.isRunning()) throw new Error(running.said())
        await sleep(100)
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Servers that the machine has under another name. */
const isRedis = (name: ServiceName): boolean => name === 'redis' || name === 'cache'

/** As the image of the database makes it: the owner of one database, who may create roles. */
async function createOwner(database: PostgresServer, password: string): Promise<void> {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`CREATE ROLE latchkey SUPERUSER LOGIN PASSWORD '${password}'`)
  await sql.unsafe('CREATE DATABASE latchkey OWNER latchkey')
  await sql.end()
}

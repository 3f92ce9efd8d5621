import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApiClient, endpoints } from '@latchkey/api-client'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { startSmtpServer } from '@latchkey/service-kit/test/smtpServer'
import postgres from 'postgres'

/** Processes that can crash under the services' clients. */
export const faultTargets = ['api', 'custody', 'database'] as const
export type FaultTarget = (typeof faultTargets)[number]

/** Api and custody as deployed, each in its process, on one PostgreSQL server that both lose together. */
export type Services = {
  walletOrigin: string
  urls: Record<'api' | 'custody', string>
  /** The keys that shares are sealed to, as in the vault's document. */
  hpkePublicKeys: Record<'api' | 'custody', string>
  /** With the database owner's login. */
  databaseUrl: string
  /** The key ring of an authority. */
  ringFile(authority: 'api' | 'custody'): string
  /** Runs a program of the service kit, with the owner's login. Returns its output. Throws when it fails. */
  administer(program: keyof typeof tools, input?: Buffer): Promise<string>
  /** Stops both services; `mend` starts them again. */
  halt(): Promise<void>
  mails: readonly { to: string; data: string }[]
  /** At once, without cleanup: SIGKILL for a process, an immediate shutdown for the database. */
  crash(mortal: FaultTarget): Promise<void>
  /**
   * Starts what has crashed, and waits until both services reach their database again. Throws when a service has exited without being
   * killed.
   */
  mend(): Promise<void>
  stop(): Promise<void>
}

const programs = {
  api: fileURLToPath(import.meta.resolve('@latchkey/api/main')),
  custody: fileURLToPath(import.meta.resolve('@latchkey/custody/main')),
  migration: fileURLToPath(import.meta.resolve('@latchkey/service-kit/db/main')),
}
const tools = {
  restore: fileURLToPath(import.meta.resolve('@latchkey/service-kit/db/restore/main')),
  epoch: fileURLToPath(import.meta.resolve('@latchkey/service-kit/db/epoch/main')),
}
const followParent = new URL('../scripts/followParent.mjs', import.meta.url).href
const walletOrigin = 'http://localhost:3001'
const vaultOrigin = 'http://localhost:3011'
const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }

export async function startServices(page: { projectId: string; origin: string }): Promise<Services> {
  const owned = new AsyncDisposableStack()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-chaos-'))
    owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
    const database = owned.use(await startPostgres())
    const databaseUrl = await createOwnDatabase(database.url)
    const ringFile = (authority: 'api' | 'custody') => join(folder, authority, 'ring.json')
    const smtp = owned.use(await startSmtpServer())
    const projectsFile = join(folder, 'projects.json')
    writeFileSync(projectsFile, JSON.stringify([{ id: page.projectId, name: 'Demo', origins: [page.origin] }]))
    const ports = { api: await freePort(), custody: await freePort() }
    const urls = { api: `http://127.0.0.1:${ports.api}`, custody: `http://127.0.0.1:${ports.custody}` }

    const environmentOf = (authority: 'api' | 'custody') => ({
      HOSTS: '127.0.0.1',
      PORT: String(ports[authority]),
      PUBLIC_URL: urls[authority],
      WALLET_ORIGIN: walletOrigin,
      PROJECTS_FILE: projectsFile,
      DATABASE_URL: databaseUrl.replace(/\/\/.*@/, `//latchkey_${authority}:${passwords[authority]}@`),
      KEY_RING_FILE: ringFile(authority),
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'login@latchkey.example',
      // A struggling user requests more codes in a minute than users do in a day.
      EMAIL_LIMITS: 'false',
      // Every browser has a separate address, so that the rate limits can be on.
      TRUSTED_PROXIES: '1',
    })
    const run = (file: string, environment: Record<string, string>): Service => {
      const service = runService(file, environment)
      owned.defer(service.kill)
      return service
    }
    const migration = run(programs.migration, {
      DATABASE_URL: databaseUrl,
      API_DATABASE_PASSWORD: passwords.api,
      CUSTODY_DATABASE_PASSWORD: passwords.custody,
    })
    if ((await migration.ended) !== 0) throw new Error('The migrations failed')

    const starts = {
      api: () =>
        run(programs.api, { ...environmentOf('api'), VAULT_ORIGIN: vaultOrigin, CUSTODY_KEYS_URL: urls.custody }),
      custody: () => run(programs.custody, { ...environmentOf('custody'), API_KEYS_URL: urls.api }),
    }
    const running = { api: starts.api(), custody: starts.custody() }
    await untilBothAnswer(running, urls)
    let isDatabaseUp = true
    const killed = new Set<Service>()
    const { call } = createApiClient({
      endpoints,
      apiUrl: urls.api,
      custodyUrl: urls.custody,
      projectId: page.projectId,
    })
    const hpkePublicKeys = {
      api: (await call('apiKeys', {})).hpkePublicKey,
      custody: (await call('custodyKeys', {})).hpkePublicKey,
    }

    return {
      walletOrigin,
      urls,
      hpkePublicKeys,
      databaseUrl,
      ringFile,
      async administer(program, input) {
        const child = runService(tools[program], { ...process.env, DATABASE_URL: databaseUrl } as Environment, input)
        if ((await child.ended) !== 0) throw new Error(child.said())
        return child.said()
      },
      async halt() {
        for (const authority of ['api', 'custody'] as const) {
          killed.add(running[authority])
          await running[authority].kill()
        }
      },
      mails: smtp.delivered,
      async crash(mortal) {
        if (mortal !== 'database') {
          killed.add(running[mortal])
          return await running[mortal].kill()
        }
        if (isDatabaseUp) await database.crash()
        isDatabaseUp = false
      },
      async mend() {
        if (!isDatabaseUp) await database.start()
        isDatabaseUp = true
        const strays: string[] = []
        for (const authority of ['api', 'custody'] as const) {
          const service = running[authority]
          if (!service.hasEnded()) continue
          if (!killed.delete(service)) strays.push(`${authority} has ended by itself: ${service.said()}`)
          running[authority] = starts[authority]()
        }
        await untilBothAnswer(running, urls)
        if (strays.length > 0) throw new Error(strays.join('\n'))
      },
      stop: () => owned.disposeAsync(),
    }
  } catch (error) {
    await owned.disposeAsync()
    throw error
  }
}

type Service = { ended: Promise<number | null>; hasEnded(): boolean; said(): string; kill(): Promise<void> }

type Environment = Record<string, string>

/** `input`: its standard input. */
function runService(file: string, env: Environment, input?: Buffer): Service {
  const child: ChildProcess = spawn(process.execPath, ['--import', followParent, file], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  // An exited process reads nothing.
  child.stdin?.on('error', () => undefined).end(input)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  // Only the last output shows why it exited.
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000)
    })
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    ended,
    hasEnded,
    said: () => said,
    async kill() {
      if (!hasEnded()) child.kill('SIGKILL')
      await ended
    },
  }
}

/** The server's own database can't be replaced by a restored one. */
async function createOwnDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  await sql`CREATE DATABASE latchkey TEMPLATE template0`
  await sql.end()
  const url = new URL(serverUrl)
  url.pathname = '/latchkey'
  return url.href
}

async function untilBothAnswer(
  running: Record<'api' | 'custody', Service>,
  urls: Record<'api' | 'custody', string>,
): Promise<void> {
  for (const authority of ['api', 'custody'] as const)
    while (!(await fetch(`${urls[authority]}/health`).catch(() => null))?.ok) {
      if (running[authority].hasEnded()) throw new Error(`${authority} ended: ${running[authority].said()}`)
      await sleep(20)
    }
}

import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { type SmtpServer, startSmtpServer } from '@latchkey/service-kit/test/smtpServer'

/** A measured process. */
export type Service = {
  url: string
  /** Returns the processor time that it has used so far, in milliseconds. */
  cpuMs(): Promise<number>
}

/** Api and custody as deployed, each in its process, and a bare route, all on one PostgreSQL server. */
export type Services = AsyncDisposable & {
  api: Service
  custody: Service
  /** A Hono route that reads one row. */
  bare: Service
  mail: Record<'api' | 'custody', SmtpServer>
  walletOrigin: string
  vaultOrigin: string
  projectId: string
  dappOrigin: string
}

const programs = {
  api: fileURLToPath(import.meta.resolve('@latchkey/api/main')),
  custody: fileURLToPath(import.meta.resolve('@latchkey/custody/main')),
  migration: fileURLToPath(import.meta.resolve('@latchkey/service-kit/db/main')),
}
const probe = import.meta.resolve('./cpuProbe.mjs')
const walletOrigin = 'http://localhost:3001'
const vaultOrigin = 'http://localhost:3011'
const projectId = 'demo'
const dappOrigin = 'http://127.0.0.1:3000'

export async function startServices(): Promise<Services> {
  const owned = new AsyncDisposableStack()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
    owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
    const database = owned.use(await startPostgres())
    const mail = { api: owned.use(await startSmtpServer()), custody: owned.use(await startSmtpServer()) }
    const projectsFile = join(folder, 'projects.json')
    writeFileSync(projectsFile, JSON.stringify([{ id: projectId, name: 'Demo', origins: [dappOrigin] }]))
    const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }
    const [apiPort, custodyPort, barePort] = [await freePort(), await freePort(), await freePort()]

    const environmentOf = (authority: 'api' | 'custody', port: number) => ({
      HOSTS: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      WALLET_ORIGIN: walletOrigin,
      PROJECTS_FILE: projectsFile,
      DATABASE_URL: database.url.replace(/\/\/.*@/, `//latchkey_${authority}:${passwords[authority]}@`),
      KEY_RING_FILE: join(folder, authority, 'ring.json'),
      SMTP_URL: `smtp://127.0.0.1:${mail[authority].port}`,
      MAIL_FROM: 'login@latchkey.example',
      // Every simulated user has a separate address, so that all limits can be on.
      TRUSTED_PROXIES: '1',
    })
    const run = (file: string, environment: Record<string, string>): ChildProcess => {
      const child = fork(file, {
        env: environment,
        execArgv: ['--import', probe],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      owned.defer(async () => {
        if (child.exitCode !== null) return
        const exited = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await exited
      })
      return child
    }
    const migration = run(programs.migration, {
      DATABASE_URL: database.url,
      API_DATABASE_PASSWORD: passwords.api,
      CUSTODY_DATABASE_PASSWORD: passwords.custody,
    })
    if ((await new Promise((resolve) => migration.once('exit', resolve))) !== 0)
      throw new Error('The migrations failed')
    const custody = run(programs.custody, {
      ...environmentOf('custody', custodyPort),
      API_KEYS_URL: `http://127.0.0.1:${apiPort}`,
    })
    const api = run(programs.api, {
      ...environmentOf('api', apiPort),
      VAULT_ORIGIN: vaultOrigin,
      CUSTODY_KEYS_URL: `http://127.0.0.1:${custodyPort}`,
    })
    const bare = run(fileURLToPath(new URL('bareRoute.ts', import.meta.url)), {
      PORT: String(barePort),
      DATABASE_URL: database.url,
    })
    const services = {
      api: serviceOf(api, apiPort),
      custody: serviceOf(custody, custodyPort),
      bare: serviceOf(bare, barePort),
    }
    await untilAnswers(api, `${services.api.url}/health`)
    await untilAnswers(custody, `${services.custody.url}/health`)
    await untilAnswers(bare, services.bare.url)
    return {
      ...services,
      mail,
      walletOrigin,
      vaultOrigin,
      projectId,
      dappOrigin,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await owned.disposeAsync()
    throw error
  }
}

const serviceOf = (child: ChildProcess, port: number): Service => ({
  url: `http://127.0.0.1:${port}`,
  cpuMs: () =>
    new Promise((resolve, reject) => {
      child.once('message', (cpuMs) => resolve(Number(cpuMs)))
      child.send('cpu', (error) => {
        if (error !== null) reject(error)
      })
    }),
})

const untilAnswers = async (child: ChildProcess, url: string): Promise<void> => {
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('A service ended before it answered')
    await sleep(50)
  }
}

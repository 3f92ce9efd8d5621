import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Authority } from '@latchkey/api-client'
import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'
import type { Database } from '@latchkey/service-kit/db/database'
import { noProxies } from '@latchkey/service-kit/http/ipAddress'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { openLocalKeyRing } from '@latchkey/service-kit/kms/localKeyRing'
import { type LimitSettings, openLimits } from '@latchkey/service-kit/limits/limits'
import { type LogEntry, withRequestId } from '@latchkey/service-kit/log'
import { createMetrics, type Metrics } from '@latchkey/service-kit/metrics/createMetrics'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { createMemoryRateLimits } from '@latchkey/service-kit/rateLimits/memoryRateLimits'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { createTestClock, type TestClock } from '@latchkey/service-kit/test/testClock'
import { createTestMailbox, type TestMailbox } from '@latchkey/service-kit/test/testMailbox'
import { inject } from 'vitest'
import { mainnetEns } from '../../api/src/nameZone/ensSettings.ts'
import { type Addresses, type Apps, type AppsDeps, createApps } from '../src/createApps.ts'
import { createTestDevice, type TestDevice } from './testDevice.ts'

export const addresses: Addresses = {
  apiUrl: 'http://api.test:3002',
  custodyUrl: 'http://custody.test:3012',
  walletOrigin: 'http://wallet.test:3001',
  vaultOrigin: 'http://vault.test:3011',
}

export type HarnessOptions = Partial<
  Pick<
    AppsDeps,
    | 'deviceLink'
    | 'networks'
    | 'nodes'
    | 'esplora'
    | 'tokenList'
    | 'prices'
    | 'index'
    | 'ens'
    | 'directory'
    | 'cache'
    | 'social'
    | 'farcaster'
    | 'onramp'
    | 'offramp'
    | 'kyberSwap'
    | 'telemetry'
    | 'payExchanges'
    | 'smartAccounts'
    | 'paymasterKey'
    | 'fetch'
    | 'proxies'
    | 'callsAtOnce'
    | 'rateLimits'
  >
> & {
  /** The authorities' addresses; by default, nothing listens there. */
  addresses?: Addresses
  limits?: LimitSettings
  /** Wraps the services' database, to make it fail. */
  wrapDatabase?: (database: Database) => Database
  /** Wraps the services' keys. */
  wrapKms?: (kms: Kms) => Kms
  database?: Database
  /** Whether the wrapper sees statements that run outside explicit transactions. */
  seesStatements?: boolean
}

/** Both authorities over one database, called without a socket. */
export type Harness = AsyncDisposable & {
  clock: TestClock
  mailbox: TestMailbox
  log: LogEntry[]
  metrics: Metrics
  database: Database
  /** Rewrites the list of projects. */
  writeProjects(projects: unknown): void
  /** Sends one request to the authority with its address. */
  fetch: typeof globalThis.fetch
  apps(): Apps
  /** An authority's key store, as a thief would have it. */
  kms(authority: Authority): Kms
  /** Its file. */
  keyRingFile(authority: Authority): string
  /** Restarts with the same data under new processes. */
  restart(): Promise<void>
  /** `address`: the source of its calls, with limits. Default: 192.0.2.7. */
  device(options?: { fetch?: typeof globalThis.fetch; userAgent?: string; address?: string }): Promise<TestDevice>
}

export const demo = {
  id: 'demo',
  name: 'Demo',
  origins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://*.localhost:3000'],
}

export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const projectsFile = join(folder, 'projects.json')
  const writeProjects = (projects: unknown) => writeFileSync(projectsFile, JSON.stringify(projects))
  writeProjects([
    demo,
    { id: 'other', name: 'Other', origins: ['https://other.example'] },
    { id: 'empty', name: 'Empty', origins: [] },
  ])

  const plain = options.database ?? (await copyTemplate(inject('databaseTemplate')))
  const wrapped = options.wrapDatabase?.(plain) ?? plain
  // PGlite only knows statements of a transaction: the wrapper sees each.
  const database: Database = options.seesStatements ? wrapped : { ...wrapped, statement: wrapped.transaction }
  const clock = createTestClock()
  const mailbox = createTestMailbox()
  const log: LogEntry[] = []
  const metrics = createMetrics()
  const keyRingFile = (authority: Authority) => join(folder, `${authority}.json`)
  const keyRing = (authority: Authority) => openLocalKeyRing(keyRingFile(authority))
  const { wrapKms = (kms: Kms) => kms } = options
  const own = options.addresses ?? addresses
  const start = () =>
    createApps({
      addresses: own,
      database,
      kms: { api: wrapKms(keyRing('api')), custody: wrapKms(keyRing('custody')) },
      projects: openProjects(projectsFile, (cause) =>
        log.push({ level: 'error', event: 'projects file ignored', cause }),
      ),
      mailer: mailbox,
      networks: options.networks ?? [],
      nodes: options.nodes ?? {},
      esplora: options.esplora ?? {},
      tokenList: options.tokenList ?? [],
      prices: options.prices ?? { exchanges: {} },
      index: options.index ?? {},
      ens: options.ens ?? mainnetEns,
      directory: options.directory ?? {},
      cache: options.cache ?? createSharedCache(createMemoryStore()),
      social: options.social ?? {},
      farcaster: options.farcaster ?? null,
      onramp: options.onramp ?? [],
      offramp: options.offramp ?? [],
      ...(options.kyberSwap && { kyberSwap: options.kyberSwap }),
      telemetry: options.telemetry ?? null,
      payExchanges: options.payExchanges ?? [],
      smartAccounts: options.smartAccounts ?? {},
      paymasterKey: options.paymasterKey ?? null,
      limits: openLimits(options.limits ?? { calls: false, mails: false }),
      rateLimits: options.rateLimits ?? createMemoryRateLimits(),
      deviceLink: options.deviceLink ?? 'never',
      proxies: options.proxies ?? noProxies,
      ...(options.callsAtOnce === undefined ? {} : { callsAtOnce: options.callsAtOnce }),
      fetch: options.fetch ?? (() => Promise.reject(new TypeError('no network'))),
      clock,
      log: metrics.counting(withRequestId((entry) => log.push(entry))),
      metrics,
    })
  let apps = await start()

  const fetchFrom =
    (remoteAddress: string): typeof globalThis.fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const app = request.url.startsWith(own.custodyUrl) ? apps.custody : apps.api
      return app.fetch(request, { remoteAddress })
    }
  const fetch = fetchFrom('192.0.2.7')

  return {
    clock,
    mailbox,
    log,
    metrics,
    database,
    writeProjects,
    fetch,
    apps: () => apps,
    kms: keyRing,
    keyRingFile,
    restart: async () => {
      apps = await start()
    },
    device: ({ address, fetch: through = address === undefined ? fetch : fetchFrom(address), ...rest } = {}) =>
      createTestDevice({ addresses: own, clock, fetch: through, ...rest }),
    async [Symbol.asyncDispose]() {
      await plain.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs a whole sign-in by email, up to a wallet that the device can use. */
export async function logIn(harness: Harness, device: TestDevice, email: string) {
  const { attemptId } = await device.startEmail(email)
  const login = await device.finishLogin(attemptId, harness.mailbox.codeFor(email))
  return { ...login, wallet: await device.enrol(login) }
}

/** Enters a new code on a signed-in device. */
export async function confirm(harness: Harness, { client }: TestDevice, email: string, accessToken: string) {
  const asked = { dappOrigin: 'http://127.0.0.1:3000', email, purpose: 'confirmation' } as const
  const { attemptId } = await client.call('emailStart', asked)
  const { apiGrant } = await client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
  await client.call('confirmSession', { apiGrant }, { accessToken })
  return apiGrant
}

import { createApiClient, deviceCredentials, endpoints } from '@latchkey/api-client'
import {
  type CallApi,
  createEmailChange,
  createSession,
  createStepUp,
  type EmailChange,
  type Lock,
  memorySessionStore,
  type Page,
  type Session,
  type SessionStore,
  type StepUp,
} from '@latchkey/secure-frame/test'
import { memoryStorage, testOwner, testPartition, testVault, type Vault, type VaultStorage } from '@latchkey/vault/test'
import type { Services } from './startServices.ts'
import { createLife, type Life, type Steps } from './steps.ts'

/** A user's secrets for the vault's prompts. */
export type Owner = { passphrases: string[]; imports: string[] }

/** One loaded wallet document with its vault. */
export type Frame = {
  life: Life
  vault: Vault
  session: Session
  stepUp: StepUp
  emailChange: EmailChange
  call: CallApi
  /** The vault's prompts so far. */
  asked: ReturnType<typeof testOwner>['asked']
}

/** A browser profile on one site: its storage outlives its frames. */
export type Browser = {
  vaultStorage: VaultStorage
  /** Returns the current one. */
  frame(): Frame
  /** Reloads the page. */
  reload(): void
}

export type BrowserOptions = { services: Services; page: Page; steps: Steps; owner: Owner; ipAddress: string }

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/** The longest wait between two tries of a call; longer waits are the timeout of one, which slow machines need. */
const longestRetryMs = 1_000
const waitFactor = 10
/** Between two polls for an approval. */
const pauseMs = 20

export function createBrowser(options: BrowserOptions): Browser {
  const vaultStorage = memoryStorage()
  const store = memorySessionStore()
  let frame = openFrame(options, vaultStorage, store)
  return {
    vaultStorage,
    frame: () => frame,
    reload() {
      frame.life.end()
      frame = openFrame(options, vaultStorage, store)
    },
  }
}

function openFrame(options: BrowserOptions, vaultStorage: VaultStorage, sessionStore: SessionStore): Frame {
  const { services, page, steps, owner } = options
  const { urls, walletOrigin, hpkePublicKeys } = services
  const life = createLife()
  const { person: testUser, asked } = testOwner(owner)
  const config = {
    walletOrigin,
    apiUrl: urls.api,
    custodyUrl: urls.custody,
    apiHpkePublicKey: hpkePublicKeys.api,
    custodyHpkePublicKey: hpkePublicKeys.custody,
  }
  const write = <result>(name: string, work: () => Promise<result>): Promise<result> =>
    steps.around({ of: 'write', name }, life, work)
  const storage: VaultStorage = {
    read: vaultStorage.read,
    update: (change) => write('vault storage', () => vaultStorage.update(change)),
  }
  const vault = testVault({ config }, testPartition(storage), { person: testUser, clock })
  const client = createApiClient({
    endpoints,
    apiUrl: urls.api,
    custodyUrl: urls.custody,
    projectId: page.projectId,
    credentials: deviceCredentials({ prove: async (input) => (await vault.proveDevice(input)).proof }),
    fetch: travel(options, life),
    clock: {
      now: Date.now,
      // No waits between tries: a crashed service stays down until all users have noticed.
      wait: (ms, signal) => (ms <= longestRetryMs ? Promise.resolve() : waitFor(ms * waitFactor, signal)),
    },
  })
  const call = client.call as CallApi
  const store: SessionStore = {
    read: sessionStore.read,
    update: (change) => write('session store', () => sessionStore.update(change)),
  }
  const pause = (signal: AbortSignal) => waitFor(pauseMs, signal)
  const session = createSession({
    api: call,
    vault,
    store,
    lock: createLock(),
    pause,
    now: Date.now,
    walletOrigin,
    defaultChainId: 'eip155:1',
    smartAccountOn: async () => null,
    onEnd: () => undefined,
    tellTabs: () => undefined,
  })
  const stepUp = createStepUp({ api: call, session, page })
  const emailChange = createEmailChange({ api: call, store, pause, session })
  return { life, vault, session, stepUp, emailChange, call, asked }
}

/** Calls as the wallet document does, from this browser's own address. */
const travel =
  ({ services, steps, ipAddress }: BrowserOptions, life: Life): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', services.walletOrigin)
    request.headers.set('user-agent', userAgent)
    request.headers.set('x-forwarded-for', ipAddress)
    const { origin, pathname } = new URL(request.url)
    const name = `${origin === services.urls.api ? 'api' : 'custody'} ${pathname.replace(/^[/]\w+[/]v1[/]/, '')}`
    return await steps.around({ of: 'call', name }, life, async () => {
      const response = await fetch(request)
      // A response counts once it has arrived completely.
      const body = await response.arrayBuffer()
      return new Response(body.byteLength === 0 ? null : body, response)
    })
  }

/** Released with its frame, as the browser's own locks are. */
const createLock = (): Lock => {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    last.set(
      name,
      mine.catch(() => undefined),
    )
    return mine
  }
}

/** The system's, whose timers keep no process running. */
const clock = {
  nowMs: () => Date.now(),
  schedule: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
}

const waitFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

import assert from 'node:assert/strict'
import { setTimeout as aMillisecond } from 'node:timers/promises'
import { AppError, createClient, decodeFrameMessage, windowPort } from '@latchkey/protocol'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approvalKinds } from '../approvals/approvalKinds.ts'
import { createApprovalQueue } from '../approvals/createApprovalQueue.ts'
import { createApprovals } from '../approvals/createApprovals.ts'
import { memoryCallsStore } from '../calls/memoryCallsStore.fixture.ts'
import { createChainReader } from '../chain/createChainReader.ts'
import { createHandlers } from '../handlers/createHandlers.ts'
import { createOneClick } from '../oneClick/createOneClick.ts'
import { siwx } from '../oneClick/signInMessage.fixture.ts'
import { signSignIn } from '../oneClick/signSignIn.ts'
import { createSession } from '../session/createSession.ts'
import { createEmailChange } from '../session/emailChange.ts'
import { fakeAccountApi, rightCode } from '../session/fakeAccountApi.fixture.ts'
import { emptyDisk, fakeVault } from '../session/fakeVault.fixture.ts'
import { memorySessionStore } from '../session/memorySessionStore.ts'
import { createSmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import { createSurface } from '../views/Surface.ts'
import { createOriginGate } from './createOriginGate.ts'
import { openBoundary } from './openBoundary.ts'

// A page, its frame and a user take random actions, in any order. Boundary, handlers, session, approvals and client
// are real, vault and services are fakes. Invariants: every call is settled once and as the model predicts, dropped requests
// are never shown, nothing is signed but confirmed requests and one message with a sign-in, no page learns of a login that isn't its own.

/** Walks of up to 30 steps. */
const runs = Number(process.env.FUZZ_RUNS ?? 500)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 0x7fffffff))
const email = 'ada@example.org'
const nobody = '0x0000000000000000000000000000000000000001'
const origins = ['https://dapp.example', 'https://other.dapp.example'] as const
type Site = 0 | 1

type Outcome = { value: unknown } | { error: AppError }
type Call = { outcomes: Outcome[]; abort: AbortController }

/** The model's state of a page. `asked` are its pending approvals, oldest first. */
type PageModel = {
  isAgreed: boolean
  asked: Call[]
  /** The time until which a sign-in that its document has just completed may sign its message; milliseconds since 1970. */
  oneClickUntilMs: number
}
type Model = { person: 'email' | 'provider' | null; pages: readonly [PageModel, PageModel]; confirmed: number }

type Listener = (event: { data: unknown; origin: string; source: unknown }) => void

/** Two windows whose messages are copied and arrive later; `cut` stops delivery, as when the frame's document is gone. */
const openWindows = (origin: string) => {
  const heard = { page: new Set<Listener>(), frame: new Set<Listener>() }
  let isCut = false
  const end = (to: Set<Listener>, from: string, source: () => unknown) => ({
    postMessage(message: unknown) {
      const data = structuredClone(message)
      queueMicrotask(() => {
        if (!isCut) for (const listener of to) listener({ data, origin: from, source: source() })
      })
    },
  })
  const page: { postMessage(message: unknown): void } = end(heard.page, 'https://wallet.example', () => frame)
  const frame: { postMessage(message: unknown): void } = end(heard.frame, origin, () => page)
  const receiver = (listeners: Set<Listener>) => ({
    addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: Listener) => void listeners.delete(listener),
  })
  return {
    page,
    frame,
    pageReceiver: receiver(heard.page),
    frameReceiver: receiver(heard.frame),
    cut: () => {
      isCut = true
    },
  }
}

/** One browser profile: two sites of one project, each with the wallet in a frame. */
class Browser {
  readonly calls: Call[] = []
  readonly #disk = emptyDisk()
  readonly #store = memorySessionStore()
  readonly #backend = fakeAccountApi()
  readonly signed: unknown[] = []
  readonly sites: [Document, Document]

  constructor() {
    this.sites = [this.#load(0), this.#load(1)]
  }

  /** The user has signed in at the provider of the last attempt: returns the result page's data for the page. */
  arrive(): string {
    return this.#backend.arrive('bob')
  }

  reload(site: Site): void {
    this.sites[site] = this.#load(site)
  }

  /** Sends something for a page and records the result. */
  call(site: Site, send: (client: Document['client'], signal: AbortSignal) => Promise<unknown>): Call {
    const call: Call = { outcomes: [], abort: new AbortController() }
    this.calls.push(call)
    send(this.sites[site].client, call.abort.signal).then(
      (value) => call.outcomes.push({ value }),
      (error) => call.outcomes.push({ error }),
    )
    return call
  }

  #load(site: Site) {
    const origin = origins[site]
    const fake = fakeVault(this.#disk)
    const api = this.#backend.apiFor(() => this.#disk.deviceId)
    const chain = (id: string) => createChainReader(async () => '0x7', id)
    const smartAccounts = createSmartAccounts({ said: [], chain })
    const store = this.#store
    const pause = async () => undefined
    const session = createSession({
      api,
      vault: fake.vault,
      store,
      lock: (_, work) => work(),
      pause,
      walletOrigin: 'https://wallet.example',
      now: Date.now,
      defaultChainId: 'eip155:1',
      smartAccountOn: smartAccounts.on,
      onEnd: () => approvals.endAll(new AppError('ABORTED')),
      tellTabs: () => void this.sites[site === 0 ? 1 : 0].session.refresh(),
    })
    const queue = createApprovalQueue()
    const approvals = createApprovals({
      queue,
      toolsFor: ({ caller }) =>
        ({
          sign: async (content: Parameters<typeof session.sign>[1]) => {
            const signature = await session.sign(caller as Parameters<typeof session.sign>[0], content)
            this.signed.push(content)
            return signature
          },
        }) as never,
      mount: async () => undefined,
    })
    const oneClick = createOneClick({
      session: {
        sign: async (caller, content) => {
          const signature = await session.sign(caller, content)
          this.signed.push(content)
          return signature
        },
      },
      chain,
      now: Date.now,
    })
    const never = () => Promise.reject(new Error('profile 4 asks for nothing of the login desk'))
    const login = {
      begin: never,
      finish: never,
      hold: () => undefined,
      prove: never,
      current: () => null,
      subscribe: () => () => undefined,
    }
    const emailChange = createEmailChange({ api, store, pause, session })
    const deps = {
      session,
      chain,
      approvals,
      login,
      oneClick,
      surface: createSurface(),
      emailChange,
      smartAccounts,
      calls: async () => memoryCallsStore(),
      balances: async () => [],
    }
    const windows = openWindows(origin)
    let isDead = false
    const client = createClient({
      port: windowPort({
        self: windows.pageReceiver,
        peer: () => windows.frame,
        peerOrigin: () => 'https://wallet.example',
        isMessage: (data) => decodeFrameMessage(data) !== null,
        acceptsOrigin: (from) => from === 'https://wallet.example',
      }),
      onDeath: () => {
        isDead = true
      },
    })
    const boundary = openBoundary({
      self: windows.frameReceiver,
      parent: windows.page,
      gate: createOriginGate({ isListed: (listed) => origins.includes(listed as never), ancestors: [origin] }),
      projectId: 'demo',
      profile: 4,
      handlers: createHandlers(deps),
      log: { warn: () => undefined, note: () => undefined },
    })
    return { client, session, queue, boundary, windows, isDead: () => isDead }
  }
}
type Document = { [key in keyof Loaded]: Loaded[key] }
type Loaded = {
  client: ReturnType<typeof createClient>
  session: ReturnType<typeof createSession>
  queue: ReturnType<typeof createApprovalQueue>
  boundary: ReturnType<typeof openBoundary>
  windows: ReturnType<typeof openWindows>
  isDead: () => boolean
}

/** The number of times each step was taken, so that a step that never runs shows. */
const taken = new Map<string, number>()

/** Delivers all pending messages; half a second passes, so that no rate limit is hit. */
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(500)
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

const assertRejected = (call: Call | undefined, name: string): void => {
  assert.equal(call?.outcomes.length, 1, 'settled once')
  const [outcome] = call.outcomes
  assert.equal(outcome !== undefined && 'error' in outcome ? outcome.error.name : outcome, name)
}
const isConnected = (model: Model, site: Site): boolean => model.person !== null && model.pages[site].isAgreed
/** Signs out the earlier user, unless it is the same one. */
const signIn = (model: Model, site: Site, person: NonNullable<Model['person']>): void => {
  if (model.person !== person) for (const page of model.pages) page.isAgreed = false
  model.person = person
  // It is another session now: the one before can no longer sign a message.
  for (const page of model.pages) page.oneClickUntilMs = 0
  model.pages[site].isAgreed = true
  model.pages[site].oneClickUntilMs = Date.now() + 60_000
}

/** The invariants after every step. */
const assertInvariants = (model: Model, browser: Browser): void => {
  assert.equal(browser.signed.length, model.confirmed, 'nothing is signed but what was confirmed')
  for (const site of [0, 1] as const) {
    assert.equal(browser.sites[site].queue.size(), model.pages[site].asked.length, 'what waits is what the model says')
    for (const call of model.pages[site].asked) assert.deepEqual(call.outcomes, [])
  }
  for (const { outcomes } of browser.calls) assert.ok(outcomes.length <= 1, 'settled once')
}

const endAsked = (page: PageModel, name: string): void => {
  for (const call of page.asked.splice(0)) assertRejected(call, name)
}

const stepNames = [
  'abortAll',
  'abortOne',
  'ask',
  'askAndDrop',
  'decide',
  'die',
  'getUser',
  'junk',
  'logIn',
  'logInAtProvider',
  'read',
  'reset',
  'signOut',
  'signSilently',
]
type Step = fc.AsyncCommand<Model, Browser>
const step = (
  title: string,
  run: (model: Model, browser: Browser) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step => ({
  check,
  async run(model, browser) {
    await run(model, browser)
    await settle()
    const name = title.replace(/\(.*/s, '')
    taken.set(name, (taken.get(name) ?? 0) + 1)
    assertInvariants(model, browser)
  },
  toString: () => title,
})

const logIn = (site: Site): Step =>
  step(
    `logIn(${site})`,
    async (model, browser) => {
      const mail = browser.call(site, (client) => client.request('CONNECT_EMAIL', { email }))
      await settle()
      assert.deepEqual(mail.outcomes, [{ value: { action: 'VERIFY_OTP' } }])
      const wrong = browser.call(site, (client) => client.request('CONNECT_OTP', { otp: '000000' }))
      await settle()
      assertRejected(wrong, 'OTP_INVALID')
      const right = browser.call(site, (client) => client.request('CONNECT_OTP', { otp: rightCode }))
      await settle()
      assert.deepEqual(right.outcomes, [{ value: undefined }])
      // A login of the same user on another site replaces the session: requests of the old one have ended.
      signIn(model, site, 'email')
    },
    (model) => !isConnected(model, site) && model.pages.every(({ asked }) => asked.length === 0),
  )

/** Digests are computed on another thread and may arrive at any time: no time passes for the page meanwhile. */
const settled = async (call: Call): Promise<Call> => {
  await settle()
  for (let i = 0; i < 10_000 && call.outcomes.length === 0; i++) await aMillisecond()
  return call
}
const answerTo = async (call: Call): Promise<unknown> => {
  const [outcome] = (await settled(call)).outcomes
  if (outcome === undefined || 'error' in outcome) throw outcome?.error ?? new Error('The call was not answered')
  return outcome.value
}

/** At a provider, with every worthless result on the way: of an abandoned attempt, of another page, a second time. */
const logInAtProvider = (site: Site): Step =>
  step(
    `logInAtProvider(${site})`,
    async (model, browser) => {
      const begin = async () => {
        await answerTo(
          browser.call(site, (client) => client.request('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })),
        )
      }
      const bring = (to: Site, uri: string) => browser.call(to, (client) => client.request('CONNECT_SOCIAL', { uri }))
      await begin()
      const left = browser.arrive()
      await begin()
      const uri = browser.arrive()
      assertRejected(await settled(bring(site, left)), 'SOCIAL_EXPIRED')
      assertRejected(await settled(bring(site === 0 ? 1 : 0, uri)), 'SOCIAL_EXPIRED')
      await answerTo(bring(site, uri))
      assertRejected(await settled(bring(site, uri)), 'SOCIAL_EXPIRED')
      signIn(model, site, 'provider')
    },
    (model) => !isConnected(model, site) && model.pages.every(({ asked }) => asked.length === 0),
  )

const getUser = (site: Site): Step =>
  step(`getUser(${site})`, async (model, browser) => {
    const call = browser.call(site, (client) => client.request('GET_USER', undefined))
    await settle()
    if (isConnected(model, site)) assert.ok(call.outcomes[0] !== undefined && 'value' in call.outcomes[0])
    else assertRejected(call, 'UNAUTHORIZED')
  })

/** A page that tries to have its message signed without an approval, any number of times. */
const signSilently = (site: Site): Step =>
  step(`signSilently(${site})`, async (model, browser) => {
    const origin = origins[site]
    const siwxMessage = siwx({ origin, issuedAt: new Date().toISOString() })
    const ask = () =>
      settled(browser.call(site, (client) => client.request('GET_USER', { chainId: 'eip155:1', siwxMessage })))
    // The clock advances by as much as a step takes: anything that expires by then may go either way.
    const left = model.pages[site].oneClickUntilMs - Date.now()
    if (Math.abs(left) < 2_000) return
    const calls = [await ask(), await ask()]
    if (!isConnected(model, site)) {
      for (const call of calls) assertRejected(call, 'UNAUTHORIZED')
      return
    }
    const signatures = calls.map(({ outcomes: [outcome] }) => {
      assert.ok(outcome !== undefined && 'value' in outcome)
      return (outcome.value as { signature?: string }).signature
    })
    const isAllowed = left > 0
    assert.deepEqual(signatures, [isAllowed ? `0x${'07'.repeat(65)}` : undefined, undefined])
    if (isAllowed) model.confirmed++
    model.pages[site].oneClickUntilMs = 0
  })

const read = (site: Site): Step =>
  step(`read(${site})`, async (_, browser) => {
    const call = browser.call(site, (client) => client.rpc('eth_blockNumber', undefined))
    await settle()
    assert.deepEqual(call.outcomes, [{ value: '0x7' }])
  })

const ask = (site: Site, text: number): Step =>
  step(`ask(${site}, ${text})`, async (model, browser) => {
    const { session } = browser.sites[site]
    const caller = isConnected(model, site) ? await callerOf(session, site) : null
    const params: [string, string] = [`0x${text.toString(16).padStart(4, '0')}`, caller ?? nobody]
    const call = browser.call(site, (client, signal) => client.rpc('personal_sign', params, { signal }))
    await settle()
    if (caller === null) assertRejected(call, 'UNAUTHORIZED')
    else model.pages[site].asked.push(call)
  })

const callerOf = async (session: Document['session'], site: Site): Promise<string> => {
  const page = { origin: origins[site], projectId: 'demo', profile: 4 } as Parameters<typeof session.caller>[0]
  return (await session.caller(page)).address
}

/** Requested and dropped before the frame can have shown it. */
const askAndDrop = (site: Site, how: 'signal' | 'all'): Step =>
  step(
    `askAndDrop(${site}, ${how})`,
    async (model, browser) => {
      const address = await callerOf(browser.sites[site].session, site)
      const call = browser.call(site, (client, signal) => client.rpc('personal_sign', ['0x00', address], { signal }))
      if (how === 'signal') call.abort.abort()
      else browser.sites[site].client.abortPending()
      await settle()
      assertRejected(call, 'ABORTED')
      if (how === 'all') endAsked(model.pages[site], 'ABORTED')
    },
    (model) => isConnected(model, site),
  )

const decide = (site: Site, isYes: boolean): Step =>
  step(
    `decide(${site}, ${isYes ? 'yes' : 'no'})`,
    async (model, browser) => {
      const shown = browser.sites[site].queue.current()
      assert.ok(shown !== null, 'the oldest is on screen')
      const call = model.pages[site].asked.shift()
      if (isYes) {
        const [message, address] = shown.params as [`0x${string}`, `0x${string}`]
        const signature = await shown.tools.sign({ kind: 'message', address, message } as never)
        model.confirmed++
        shown.decision.approve(`0x${Buffer.from(signature).toString('hex')}`)
      } else shown.decision.reject()
      // The first call counts.
      shown.decision.reject()
      await settle()
      if (isYes) assert.deepEqual(call?.outcomes, [{ value: `0x${'07'.repeat(65)}` }])
      else assertRejected(call, 'USER_REJECTED')
    },
    (model) => model.pages[site].asked.length > 0,
  )

const abortOne = (site: Site, nth: number): Step =>
  step(
    `abortOne(${site}, ${nth})`,
    async (model, browser) => {
      const { asked } = model.pages[site]
      const [call] = asked.splice(nth % asked.length, 1)
      call?.abort.abort()
      await settle()
      assertRejected(call, 'ABORTED')
      assert.equal(browser.sites[site].queue.size(), asked.length)
    },
    (model) => model.pages[site].asked.length > 0,
  )

const abortAll = (site: Site): Step =>
  step(`abortAll(${site})`, async (model, browser) => {
    browser.sites[site].client.abortPending()
    await settle()
    endAsked(model.pages[site], 'ABORTED')
  })

const reset = (site: Site): Step =>
  step(`reset(${site})`, async (model, browser) => {
    browser.call(site, (client) => client.request('RELOAD', undefined))
    await settle()
    endAsked(model.pages[site], 'ABORTED')
  })

const signOut = (site: Site): Step =>
  step(
    `signOut(${site})`,
    async (model, browser) => {
      const call = browser.call(site, (client) => client.request('SIGN_OUT', undefined))
      await settle()
      assert.deepEqual(call.outcomes, [{ value: undefined }])
      model.person = null
      for (const page of model.pages) {
        page.isAgreed = false
        page.oneClickUntilMs = 0
        endAsked(page, 'ABORTED')
      }
    },
    (model) => isConnected(model, site),
  )

const die = (site: Site): Step =>
  step(`die(${site})`, async (model, browser) => {
    const dead = browser.sites[site]
    dead.windows.cut()
    const call = browser.call(site, (client) => client.rpc('eth_blockNumber', undefined))
    await vi.advanceTimersByTimeAsync(20_000)
    assert.ok(dead.isDead())
    assertRejected(call, 'DISCONNECTED')
    endAsked(model.pages[site], 'DISCONNECTED')
    dead.boundary.close()
    model.pages[site].oneClickUntilMs = 0
    browser.reload(site)
  })

const junk = (site: Site, message: unknown): Step =>
  step(`junk(${site}, ${fc.stringify(message)})`, async (_, browser) => {
    browser.sites[site].windows.frame.postMessage(message)
    browser.sites[site].windows.page.postMessage(message)
  })

const site = fc.constantFrom<Site>(0, 1)
const steps = fc.commands(
  [
    site.map(logIn),
    site.map(logInAtProvider),
    site.map(getUser),
    site.map(signSilently),
    site.map(read),
    fc.tuple(site, fc.nat(0xffff)).map(([at, text]) => ask(at, text)),
    fc.tuple(site, fc.nat(0xffff)).map(([at, text]) => ask(at, text)),
    fc.tuple(site, fc.constantFrom<'signal' | 'all'>('signal', 'all')).map(([at, how]) => askAndDrop(at, how)),
    fc.tuple(site, fc.boolean()).map(([at, isYes]) => decide(at, isYes)),
    fc.tuple(site, fc.nat(9)).map(([at, nth]) => abortOne(at, nth)),
    site.map(abortAll),
    site.map(reset),
    site.map(signOut),
    site.map(die),
    fc.tuple(site, fc.jsonValue()).map(([at, message]) => junk(at, message)),
  ],
  { maxCommands: 30, size: 'max' },
)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('whatever page, frame and person do', { timeout: 2 * 3600_000 }, async () => {
  await approvalKinds.personal_sign()
  expect(signSignIn).toBeDefined()
  const property = fc.asyncProperty(steps, async (commands) => {
    const setup = () => ({
      model: {
        person: null,
        pages: [
          { isAgreed: false, asked: [], oneClickUntilMs: 0 },
          { isAgreed: false, asked: [], oneClickUntilMs: 0 },
        ],
        confirmed: 0,
      } satisfies Model as Model,
      real: new Browser(),
    })
    let browser: Browser | undefined
    await fc.asyncModelRun(() => {
      const made = setup()
      browser = made.real
      return made
    }, commands)
    for (const { client } of browser?.sites ?? []) client.destroy()
    await settle()
    for (const { outcomes } of browser?.calls ?? [])
      assert.equal(outcomes.length, 1, 'every call is settled in the end')
  })
  const details = await fc.check(property, { numRuns: runs, seed })
  if (details.failed) {
    const replay = `FUZZ_SEED=${details.seed} FUZZ_RUNS=${details.numRuns} npm run fuzz`
    throw new Error(`${await fc.asyncDefaultReportMessage(details)}\n\nTo see it again: ${replay}`, {
      cause: details.errorInstance,
    })
  }
  const count = [...taken.values()].reduce((sum, times) => sum + times, 0)
  console.log(`${details.numRuns} walks of ${count} steps through the frame's states, seed ${seed}`)
  const never = stepNames.filter((name) => !taken.has(name))
  if (runs >= 100) expect(never, 'steps that were never taken').toEqual([])
})

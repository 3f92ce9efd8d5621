import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, catalogue, type ErrorName, isAppError } from '@latchkey/protocol'
import type { CallApi, Caller, Page } from '@latchkey/secure-frame/test'
import type { PassTime } from './advanceTime.ts'
import { type Browser, createBrowser, type Frame, type Owner } from './createBrowser.ts'
import type { Services } from './startServices.ts'
import { FrameGone, type Steps } from './steps.ts'

/**
 * A simulated user with an email and a few browsers, who retries failed actions, reopens lost pages, and signs in when required. They give
 * up after a while, which must never happen in a journey.
 */
export type TestUser = {
  /** The address that the user expects. */
  email: string
  /** The address they are changing to; null when there is none. */
  nextEmail: string | null
  readonly browsers: readonly Browser[]
  /** The page where they use their wallet. */
  readonly page: Page
  readonly owner: Owner
  /** Every address that was ever shown to them. */
  readonly shown: Set<string>
  /** Failures along the way. */
  readonly troubles: string[]
  newBrowser(): Browser
  /** Signs in, with link and code if required. */
  signIn(browser: Browser): Promise<Caller>
  /** Signs in up to the code and returns it: the last step is left to the caller. */
  fetchLoginCode(browser: Browser): Promise<string>
  finishLogin(browser: Browser, code: string): Promise<Caller>
  /** Ensures a session and shows the wallet's current contents; signs in only without a session. */
  enter(browser: Browser): Promise<Caller>
  /** Enters a fresh code, unless one has been entered in this frame already. */
  confirm(frame: Frame, caller: Caller): Promise<void>
  /** Returns the code of the next mail to this address. */
  codeFrom(mail: Mailbox): Promise<string>
  /** Returns the token of the next link that asks this address to join an account. */
  joinTokenFrom(mail: Mailbox, call: CallApi): Promise<string>
  /** Watches for mails from now on. */
  openMailbox(email?: string): Mailbox
  /** Presses a button, up to three times. */
  press<result>(work: () => Promise<result>): Promise<result>
  /** Retries until it is done, whatever happens. */
  insist<result>(browsers: readonly Browser[], goal: () => Promise<result>): Promise<result>
  /** Runs in several browsers at once, each until it is done. */
  together(browsers: readonly Browser[], goal: (browser: Browser, at: number) => Promise<unknown>): Promise<void>
  /** Runs one after the other, even in concurrent work. */
  inTurn<result>(work: () => Promise<result>): Promise<result>
  /** Signs this browser out; whatever does not reach the services now is sent when it is opened again. */
  signOut(browser: Browser): Promise<void>
}
/** The point after which mails are new. */
export type Mailbox = { email: string; since: number }

export type PersonOptions = {
  services: Services
  page: Page
  steps: Steps
  email: string
  network: string
  advanceTime: PassTime
  /** Resolves when the crashed target runs again. */
  calm: () => Promise<void>
  /** After the failure they never return to what they were doing. */
  leaves: boolean
}

/** Thrown when a user cannot reach their goal. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
}
/** Thrown when a user leaves permanently. */
export class Left extends Error {
  override readonly name = 'Left'
}
class NoMail extends Error {
  override readonly name = 'NoMail'
}

export const appearance = { mode: 'light' } as const
const mailTimeoutMs = 8_000
const maxTries = 8
/** Errors that no failure of a service, network or frame may cause. */
const neverErrors: readonly ErrorName[] = ['INTERNAL', 'INVALID_PARAMS']

export function createTestUser(options: PersonOptions): TestUser {
  const { services, page, steps, calm, advanceTime, leaves } = options
  const owner: Owner = { passphrases: ['correct horse battery staple'], imports: [] }
  const shown = new Set<string>()
  const troubles: string[] = []
  const browsers: Browser[] = []
  let turn: Promise<unknown> = Promise.resolve()

  const mailWith = async (
    { email, since }: Mailbox,
    pattern: RegExp,
    others: ReadonlySet<string> = new Set(),
  ): Promise<RegExpExecArray> => {
    const deadline = Date.now() + mailTimeoutMs
    while (Date.now() < deadline) {
      const fitting = services.mails.slice(since).filter(({ to }) => to === email)
      // The newest one: earlier ones may arrive late.
      for (const { data } of fitting.toReversed()) {
        const found = pattern.exec(data.replace(/=\n/g, ''))
        if (found !== null && !others.has(found[1] ?? '')) return found
      }
      await sleep(5)
    }
    throw new NoMail(`to ${email}`)
  }
  /** The one whose page shows the frame's number; an earlier mail may arrive late. */
  const findLink = async (mail: Mailbox, number: string, call: CallApi): Promise<string> => {
    for (const others = new Set<string>(); ; ) {
      const [, token = ''] = await mailWith(mail, /device-link#([\w-]{43})/, others)
      const shown = await testUser.press(() => call('readDeviceLink', { token })).catch(nullIfInvalid)
      if (shown?.number === number) return token
      others.add(token)
    }
  }
  const see = ({ addresses }: { addresses: { eip155: string[]; solana: string[] } }): void => {
    for (const address of [...addresses.eip155, ...addresses.solana]) shown.add(address)
  }
  const look = async ({ session }: Frame, caller: Caller): Promise<Caller> => {
    shown.add(caller.address)
    see(await session.wallet(caller))
    return caller
  }

  const testUser: TestUser = {
    email: options.email,
    nextEmail: null,
    browsers,
    page,
    owner,
    shown,
    troubles,
    newBrowser() {
      const ipAddress = `10.${options.network}.${browsers.length}`
      const browser = createBrowser({ services, page, steps, owner, ipAddress })
      browsers.push(browser)
      return browser
    },
    openMailbox: (email = testUser.email) => ({ email, since: services.mails.length }),
    async codeFrom(mail) {
      const [, first, second] = await mailWith(mail, /(?<!\d)(\d{3}) (\d{3})(?!\d)/)
      return `${first}${second}`
    },
    async joinTokenFrom(mail, call) {
      for (const others = new Set<string>(); ; ) {
        const [, token = ''] = await mailWith(mail, /join-account#([\w-]{43})/, others)
        const shown = await testUser.press(() => call('readEmailChange', { token })).catch(nullIfInvalid)
        if (shown !== null) return token
        // Mailed before its request was lost or replaced.
        others.add(token)
      }
    },
    async fetchLoginCode(browser) {
      const { session, call } = browser.frame()
      let mail = testUser.openMailbox()
      const asked = await session.startEmail(page, testUser.email)
      if (asked.kind === 'link') {
        const token = await findLink(mail, asked.number, call)
        mail = testUser.openMailbox()
        await testUser.press(() => call('approveDevice', { token }).catch(unlessApproved))
        const next = await session.awaitApproval(AbortSignal.timeout(60_000))
        if (next.kind === 'proved') return ''
      }
      return await testUser.codeFrom(mail)
    },
    async finishLogin(browser, code) {
      const frame = browser.frame()
      const caller = await testUser.press(() => frame.session.finishEmail(page, code, { appearance }))
      return await look(frame, caller)
    },
    signIn: async (browser) => await testUser.finishLogin(browser, await testUser.fetchLoginCode(browser)),
    async enter(browser) {
      const frame = browser.frame()
      // As each wallet document does at startup.
      await frame.session.finishLeft()
      try {
        const caller = await frame.session.caller(page)
        await frame.session.unlock(caller)
        return await look(frame, caller)
      } catch (error) {
        if (!isAppError(error, 'UNAUTHORIZED') && !isAppError(error, 'SESSION_EXPIRED')) throw error
        return await testUser.signIn(browser)
      }
    },
    async confirm({ stepUp }, caller) {
      if (stepUp.isConfirmed()) return
      const mail = testUser.openMailbox()
      await stepUp.mailCode(caller)
      const code = await testUser.codeFrom(mail)
      await testUser.press(() => stepUp.confirm(caller, code))
    },
    async press(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await work()
        } catch (error) {
          if (tries === 3 || !isWorthPressing(error)) throw error
          if (leaves && steps.hasStruck()) throw error
          troubles.push(`pressed again: ${nameOf(error)}`)
          await calm()
        }
      }
    },
    async together(own, goal) {
      const settled = await Promise.allSettled(
        own.map((browser, at) => testUser.insist([browser], () => goal(browser, at))),
      )
      const failed = settled.filter((outcome) => outcome.status === 'rejected')
      // A user who has left says nothing about the others.
      const first = failed.find(({ reason }) => !(reason instanceof Left)) ?? failed[0]
      if (first !== undefined) throw first.reason
    },
    inTurn(work) {
      const mine = turn.then(work)
      turn = mine.catch(() => undefined)
      return mine
    },
    async signOut(browser) {
      const { session } = browser.frame()
      await session.deliverEnds()
      await session.signOut(page)
      await session.deliverEnds()
    },
    async insist(own, goal) {
      for (let tries = 1; ; tries++) {
        const lives = own.map((browser) => browser.frame().life.ended)
        const reached = goal()
        try {
          return await Promise.race([reached, ...lives])
        } catch (error) {
          // A closed frame's remaining work finishes before anything new starts.
          await reached.catch(() => undefined)
          troubles.push(nameOf(error))
          if (!isTrouble(error)) throw error
          if (leaves && steps.hasStruck()) throw new Left()
          if (tries === maxTries) throw new Stuck(`after ${troubles.join(', ')}`, { cause: error })
          await calm()
          await advanceTime(testUser.email)
          if (testUser.nextEmail !== null) await advanceTime(testUser.nextEmail)
          for (const browser of own) {
            if (browser.frame().life.isOver()) browser.reload()
            // The services report a rejection once.
            if (isAppError(error, 'STEP_UP_REQUIRED') || isAppError(error, 'OTP_EXPIRED'))
              browser.frame().stepUp.forget()
          }
        }
      }
    },
  }
  return testUser
}

const nullIfInvalid = (error: unknown): null => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
  return null
}

/** The response was lost, but it was approved: the frame will report it. */
const unlessApproved = (error: unknown): void => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error))

const isWorthPressing = (error: unknown): boolean => {
  if (!(error instanceof AppError)) return false
  const name: ErrorName = error.name
  return catalogue[name].retry && name !== 'RATE_LIMITED' && name !== 'OTP_INVALID'
}

/** Errors that a user may see after a crash; any other is a bug. */
const isTrouble = (error: unknown): boolean =>
  error instanceof FrameGone ||
  error instanceof NoMail ||
  (error instanceof AppError && !neverErrors.includes(error.name))

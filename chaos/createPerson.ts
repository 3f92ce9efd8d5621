import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, catalogue, type ErrorName, isAppError } from '@latchkey/protocol'
import type { CallApi, Caller, Page } from '@latchkey/secure-frame/test'
import type { PassTime } from './advanceTime.ts'
import { type Browser, createBrowser, type Frame, type Owner } from './createBrowser.ts'
import type { Services } from './startServices.ts'
import { FrameGone, type Steps } from './steps.ts'

/**
 * Somebody with an email, a few browsers and patience: what fails they press again, what is gone they open again, and they
 * log in when they are asked to. They give up after a while, which is what a journey must never come to.
 */
export type Person = {
  /** As they believe it to be. */
  email: string
  /** The one that they are about to have; null when there is none. */
  nextEmail: string | null
  readonly browsers: readonly Browser[]
  /** Where they use their wallet. */
  readonly page: Page
  readonly owner: Owner
  /** Every address that was ever shown to them. */
  readonly shown: Set<string>
  /** What went wrong on the way. */
  readonly troubles: string[]
  newBrowser(): Browser
  /** Log in, with link and code where they are asked for. */
  signIn(browser: Browser): Promise<Caller>
  /** Log in as far as the code, which is then in hand: the last step is left to the caller. */
  fetchLoginCode(browser: Browser): Promise<string>
  finishLogin(browser: Browser, code: string): Promise<Caller>
  /** Be signed in, and see what the wallet holds now: logging in only when there is no session. */
  enter(browser: Browser): Promise<Caller>
  /** Enter a fresh code, unless one has been entered in this frame already. */
  confirm(frame: Frame, caller: Caller): Promise<void>
  /** The code of the next mail to this address. */
  codeFrom(mail: Mailbox): Promise<string>
  /** What is in the next link that asks this address to join an account. */
  joinTokenFrom(mail: Mailbox, call: CallApi): Promise<string>
  /** Looks for mails from now on. */
  openMailbox(email?: string): Mailbox
  /** Press a button, up to three times. */
  press<result>(work: () => Promise<result>): Promise<result>
  /** Until it is done, whatever happens. */
  insist<result>(browsers: readonly Browser[], goal: () => Promise<result>): Promise<result>
  /** At several browsers at once, each until it is done. */
  together(browsers: readonly Browser[], goal: (browser: Browser, at: number) => Promise<unknown>): Promise<void>
  /** One after the other, also of those who work together. */
  inTurn<result>(work: () => Promise<result>): Promise<result>
  /** Leave this browser; what it does not tell the services now, it tells them when it is opened again. */
  signOut(browser: Browser): Promise<void>
}
/** Where mails begin to be new. */
export type Mailbox = { email: string; since: number }

export type PersonOptions = {
  services: Services
  page: Page
  steps: Steps
  email: string
  network: string
  advanceTime: PassTime
  /** Resolves when what has died is alive again. */
  calm: () => Promise<void>
  /** After the failure they never come back to what they were at. */
  leaves: boolean
}

/** Thrown when somebody cannot reach what they want. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
}
/** Thrown when somebody leaves what they were at, for good. */
export class Left extends Error {
  override readonly name = 'Left'
}
class NoMail extends Error {
  override readonly name = 'NoMail'
}

export const appearance = { mode: 'light' } as const
const mailPatienceMs = 8_000
const maxTries = 8
/** What no failure of a service, network or frame may come to. */
const neverErrors: readonly ErrorName[] = ['INTERNAL', 'INVALID_PARAMS']

export function createPerson(options: PersonOptions): Person {
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
    const patience = Date.now() + mailPatienceMs
    while (Date.now() < patience) {
      const fitting = services.mails.slice(since).filter(({ to }) => to === email)
      // The one that came last: what was asked for before may come late.
      for (const { data } of fitting.toReversed()) {
        const found = pattern.exec(data.replace(/=\n/g, ''))
        if (found !== null && !others.has(found[1] ?? '')) return found
      }
      await sleep(5)
    }
    throw new NoMail(`to ${email}`)
  }
  /** The one whose page shows the number that the frame shows; a link that was mailed before may come late. */
  const findLink = async (mail: Mailbox, number: string, call: CallApi): Promise<string> => {
    for (const others = new Set<string>(); ; ) {
      const [, token = ''] = await mailWith(mail, /device-link#([\w-]{43})/, others)
      const shown = await person.press(() => call('readDeviceLink', { token })).catch(nullIfInvalid)
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

  const person: Person = {
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
    openMailbox: (email = person.email) => ({ email, since: services.mails.length }),
    async codeFrom(mail) {
      const [, first, second] = await mailWith(mail, /(?<!\d)(\d{3}) (\d{3})(?!\d)/)
      return `${first}${second}`
    },
    async joinTokenFrom(mail, call) {
      for (const others = new Set<string>(); ; ) {
        const [, token = ''] = await mailWith(mail, /join-account#([\w-]{43})/, others)
        const shown = await person.press(() => call('readEmailChange', { token })).catch(nullIfInvalid)
        if (shown !== null) return token
        // Mailed before what it belongs to was lost, or replaced.
        others.add(token)
      }
    },
    async fetchLoginCode(browser) {
      const { session, call } = browser.frame()
      let mail = person.openMailbox()
      const asked = await session.startEmail(page, person.email)
      if (asked.kind === 'link') {
        const token = await findLink(mail, asked.number, call)
        mail = person.openMailbox()
        await person.press(() => call('approveDevice', { token }).catch(unlessApproved))
        const next = await session.awaitApproval(AbortSignal.timeout(60_000))
        if (next.kind === 'proved') return ''
      }
      return await person.codeFrom(mail)
    },
    async finishLogin(browser, code) {
      const frame = browser.frame()
      const caller = await person.press(() => frame.session.finishEmail(page, code, { appearance }))
      return await look(frame, caller)
    },
    signIn: async (browser) => await person.finishLogin(browser, await person.fetchLoginCode(browser)),
    async enter(browser) {
      const frame = browser.frame()
      // As each wallet document does when it starts.
      await frame.session.finishLeft()
      try {
        const caller = await frame.session.caller(page)
        await frame.session.unlock(caller)
        return await look(frame, caller)
      } catch (error) {
        if (!isAppError(error, 'UNAUTHORIZED') && !isAppError(error, 'SESSION_EXPIRED')) throw error
        return await person.signIn(browser)
      }
    },
    async confirm({ stepUp }, caller) {
      if (stepUp.isConfirmed()) return
      const mail = person.openMailbox()
      await stepUp.mailCode(caller)
      const code = await person.codeFrom(mail)
      await person.press(() => stepUp.confirm(caller, code))
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
        own.map((browser, at) => person.insist([browser], () => goal(browser, at))),
      )
      const failed = settled.filter((outcome) => outcome.status === 'rejected')
      // Whoever has left says nothing about the other.
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
          // What is left of it in a frame that is gone comes to its end before anything new begins.
          await reached.catch(() => undefined)
          troubles.push(nameOf(error))
          if (!isTrouble(error)) throw error
          if (leaves && steps.hasStruck()) throw new Left()
          if (tries === maxTries) throw new Stuck(`after ${troubles.join(', ')}`, { cause: error })
          await calm()
          await advanceTime(person.email)
          if (person.nextEmail !== null) await advanceTime(person.nextEmail)
          for (const browser of own) {
            if (browser.frame().life.isOver()) browser.reload()
            // What the services do not take any more, they say once.
            if (isAppError(error, 'STEP_UP_REQUIRED') || isAppError(error, 'OTP_EXPIRED'))
              browser.frame().stepUp.forget()
          }
        }
      }
    },
  }
  return person
}

const nullIfInvalid = (error: unknown): null => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
  return null
}

/** Its answer was lost, and it was approved all the same: the frame will say so. */
const unlessApproved = (error: unknown): void => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error))

const isWorthPressing = (error: unknown): boolean => {
  if (!(error instanceof AppError)) return false
  const name: ErrorName = error.name
  return catalogue[name].retry && name !== 'RATE_LIMITED' && name !== 'OTP_INVALID'
}

/** What somebody may meet when something has died; anything else is a fault of ours. */
const isTrouble = (error: unknown): boolean =>
  error instanceof FrameGone ||
  error instanceof NoMail ||
  (error instanceof AppError && !neverErrors.includes(error.name))

import { AppError, isEmail } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Approvals } from '../approvals/createApprovals.ts'
import type { Page } from '../boundary/Page.ts'
import { networkOf } from '../chain/networkOf.ts'
import { readOneClick, type SignInMessage } from '../oneClick/readOneClick.ts'
import type { Caller } from '../session/Caller.ts'
import type { SignInQuestion } from '../session/foundAccount.ts'
import type { Session } from '../session/Session.ts'
import type { Account } from '../session/SessionState.ts'
import type { Surface } from '../views/Surface.ts'
import { type CodeStep, type CodeStepDeps, createCodeStep } from './createCodeStep.ts'
import { createPresenter, type LoginScreen, type Purpose } from './presentLogin.ts'
import { proveByEmail } from './proveByEmail.ts'

export type FrameLogin = {
  /**
   * A page requests a login with this email. Resolves with CONNECT when its user is signed in with it already. Otherwise
   * resolves with VERIFY_OTP, at once in every case: a page can't tell whether a code is mailed, or none is needed because
   * this user is signed in here on another page. Fails with EMAIL_INVALID.
   */
  begin(page: Page, email: string): Promise<'CONNECT' | 'VERIFY_OTP'>
  /**
   * Puts the login that `begin` started before the user, who enters the code or agrees to the page. Fails with USER_REJECTED,
   * ABORTED, OTP_EXPIRED when there is none, and why it could not be shown. A mailed code stays valid when a login is aborted
   * before it was tried. Resolves with the message that the user has confirmed with it; null where none was in front of them.
   *
   * @param id the wire ID, by which the queue knows an approval.
   * @param signal the page cancels.
   * @param siwxMessage the message that the page wants signed with it. An unusual one is not shown, and not confirmed.
   */
  finish(page: Page, id: string, signal: AbortSignal, siwxMessage?: unknown): Promise<SignInMessage | null>
  /**
   * A login has a question for its user: the next `finish` puts it before them. Ends the login that is before them.
   */
  hold(found: SignInQuestion): void
  /**
   * Puts a step of another purpose before the user; resolves with its proof. Fails with USER_REJECTED, ABORTED, and why it
   * could not be shown.
   */
  prove<result>(page: Page, purpose: Purpose, step: CodeStep<result>, signal: AbortSignal): Promise<result>
  /** The current content of the screen. */
  current(): LoginScreen | null
  subscribe(onChange: () => void): () => void
}

type FrameLoginDeps = {
  session: Session
  approvals: Pick<Approvals, 'ask'>
  surface: Surface
  /** The theme for the vault's questions to a user with their own recovery method. */
  appearance: () => Appearance
  /** Puts the login on screen; may be called again. */
  mount: () => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
  /** Reports when a challenge is solved. Default: none ever is. */
  solver?: CodeStepDeps<unknown>['solver']
}

/** Loaded on demand: few sign-ins need it. */
const loadFoundStep = () => import('./createFoundStep.ts')

/** Logins of profile 5: what the wallet shows of them, and what a page learns. */
export const createFrameLogin = (deps: FrameLoginDeps): FrameLogin => {
  const { session, appearance, mount, now, solver } = deps
  let begun: Begun | null = null
  let screen: LoginScreen | null = null
  const subscribers = new Set<() => void>()
  const show = (next: LoginScreen | null): void => {
    screen = next
    for (const notify of subscribers) notify()
  }

  /** Puts a sign-in's question before its user; rejects between two sign-ins. */
  const noSignIn = () => Promise.reject(new AppError('ABORTED'))
  let ask: (found: SignInQuestion, signal: AbortSignal) => Promise<Caller> = noSignIn

  const { present, abort } = createPresenter({
    mount,
    show,
    onEnd: () => {
      ask = noSignIn
    },
  })

  const start = (page: Page, email: string): BegunByEmail => {
    const proving = proveByEmail(session, page, email, appearance, (found, signal) => ask(found, signal))
    const step = createCodeStep({ email, proving, now, solver })
    // For users who may only have to agree. If that can't be determined, the user proves the email once more.
    const known = session.findPerson(email).catch(() => null)
    const person = known.then((found) => {
      if (found === null) void step.send()
      return found
    })
    return { email, step, person }
  }

  return {
    current: () => screen,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    async begin(page, text) {
      const email = text.trim()
      if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
      abort()
      if (await session.resume(page, email)) return 'CONNECT'
      const former = begun !== null && 'email' in begun && begun.email === email ? begun : null
      if (former === null || !isGoodStill(former, now)) begun = start(page, email)
      // The field appears while the code is being mailed.
      void mount().catch(() => undefined)
      return 'VERIFY_OTP'
    },
    finish(page, id, wanted, siwxMessage) {
      const mine = begun
      if (mine === null) return Promise.reject(new AppError('OTP_EXPIRED'))
      const reading = readOneClick(siwxMessage, page.origin, now)
      return present(page, { kind: 'login' }, wanted, async ({ signal, gone, showStep, showFound }) => {
        let isConfirmed = false
        const requestContext = async (found: SignInQuestion, until: AbortSignal): Promise<Caller> => {
          const { createFoundStep } = await Promise.race([loadFoundStep(), gone])
          // A user who leaves it signs in again.
          begun = null
          // The account may be another one than that of the code.
          isConfirmed = false
          const step = createFoundStep({ found, openWindow: null, appearance, now })
          showFound(step)
          return await step.wait(until)
        }
        if ('found' in mine) {
          await requestContext(mine.found, signal)
          return null
        }
        ask = requestContext
        const [person, message] = await Promise.race([Promise.all([mine.person, reading]), gone])
        if (person === null) {
          const confirm = (isShown: boolean): void => {
            isConfirmed = isShown
          }
          showStep(mine.step, message === null ? undefined : { message, confirm })
          await mine.step.wait(signal)
        } else {
          show(null)
          await agree(deps, page, { id, email: mine.email, person, message }, signal)
          isConfirmed = true
        }
        if (begun === mine) begun = null
        return isConfirmed ? message : null
      })
    },
    hold(found) {
      abort()
      begun = { found }
      void Promise.all([mount(), loadFoundStep()]).catch(() => undefined)
    },
    prove: (page, purpose, step, wanted) =>
      present(page, purpose, wanted, async ({ signal, showStep }) => {
        showStep(step)
        return await step.wait(signal)
      }),
  }
}

type BegunByEmail = { email: string; step: CodeStep; person: Promise<Account | null> }
/** A login that a page has started. */
type Begun = BegunByEmail | { found: SignInQuestion }

/** After leaving and coming back: earlier mail is still valid; a code only until another may be sent. */
const isGoodStill = ({ step }: BegunByEmail, now: () => number): boolean => {
  const { link, isMailed, busy, failure, resendAtMs } = step.state()
  if (busy !== null) return busy === 'sending'
  if (link !== null) return failure?.of !== 'link' && link.expiresAtMs > now()
  return isMailed && resendAtMs !== null && resendAtMs > now()
}

type Agreeing = { id: string; email: string; person: Account; message: SignInMessage | null }
/** Has the user, who is signed in already, agree to the page. */
const agree = async (
  { session, approvals, surface }: Pick<FrameLoginDeps, 'session' | 'approvals' | 'surface'>,
  page: Page,
  { id, email, person, message }: Agreeing,
  signal: AbortSignal,
): Promise<void> => {
  const network = networkOf(await session.chainOf(page))
  const address = person.addresses[network.chainNamespace]
  const caller = { origin: page.origin, projectId: page.projectId, address, smartAccount: null }
  const requestContext = { caller, network, claim: surface.state().claim }
  const params = { email, ...(message !== null && { signIn: message.text }) }
  await approvals.ask({ id, method: 'connect', params, requestContext, signal })
  await session.agree(page, person)
}

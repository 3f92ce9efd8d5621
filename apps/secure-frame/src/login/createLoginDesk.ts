import { AppError, isEmail } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { ApprovalDesk } from '../approvals/createApprovalDesk.ts'
import type { Page } from '../boundary/Page.ts'
import { networkOf } from '../chain/networkOf.ts'
import { readOneClick, type SignInMessage } from '../oneClick/readOneClick.ts'
import type { Caller } from '../session/Caller.ts'
import type { SignInQuestion } from '../session/foundAccount.ts'
import type { Session } from '../session/Session.ts'
import type { Account } from '../session/SessionState.ts'
import type { Surface } from '../views/Surface.ts'
import { type CodeStep, type CodeStepDeps, createCodeStep } from './createCodeStep.ts'
import type { FoundStep } from './createFoundStep.ts'
import { proveByEmail } from './proveByEmail.ts'

/** What the proof of an email is for. */
export type Purpose =
  | { readonly kind: 'login' }
  /** Another email for the account; the first code comes to the old address, the second to the new one. */
  | { readonly kind: 'change'; readonly of: 'old' | 'new'; readonly newEmail: string }

/** What a person sees of a login, or of a change of their email; only while its page waits for them. */
type LoginScreen = {
  /** The pinned origin of the page that asks. */
  readonly origin: string
  readonly purpose: Purpose
  /** The step to take; null while it is not known which. */
  readonly step: CodeStep<unknown> | null
  /** In place of a step: the account that has the address of a login. */
  readonly found: FoundStep | null
  /** What the user signs with this step; null where nothing is signed. */
  readonly signIn: SignInScreen | null
  /** The person wants to use another address, or none. */
  readonly leave: () => void
}

/** A message that is signed with a sign-in. */
export type SignInScreen = {
  readonly message: SignInMessage
  /** The user has taken the step. `isShown`: with the message in front of them. */
  readonly confirm: (isShown: boolean) => void
}

export type LoginDesk = {
  /**
   * A page wants somebody to log in by this email. CONNECT when its person is signed in under it already. Otherwise
   * VERIFY_OTP, at once and whatever follows: that a code is mailed, or that none is needed because this person is signed
   * in here on another page, is nothing that the page could tell apart. Fails with EMAIL_INVALID.
   */
  begin(page: Page, email: string): Promise<'CONNECT' | 'VERIFY_OTP'>
  /**
   * Put what `begin` has begun before the person, who types the code or agrees to the page. Fails with USER_REJECTED,
   * ABORTED, OTP_EXPIRED when nothing was begun, and why it could not be shown. A code that was mailed stays good when a
   * login is aborted before anybody has tried it. Resolves with the message that the user has confirmed with it; null where
   * none was in front of them.
   *
   * @param id the wire id, by which an approval is known to the desk.
   * @param signal the page gives up.
   * @param siwxMessage what the page wants to have signed with it. What is unusual is not shown, and not confirmed.
   */
  finish(page: Page, id: string, signal: AbortSignal, siwxMessage?: unknown): Promise<SignInMessage | null>
  /**
   * A login waits for its user, who has something to answer: the next `finish` puts that before them. Ends the login that
   * is before them.
   */
  hold(found: SignInQuestion): void
  /**
   * Put a step of something else before the person; resolves with what it proves. Fails with USER_REJECTED, ABORTED, and why
   * it could not be shown.
   */
  prove<result>(page: Page, purpose: Purpose, step: CodeStep<result>, signal: AbortSignal): Promise<result>
  /** What is on screen. */
  current(): LoginScreen | null
  subscribe(onChange: () => void): () => void
}

export type LoginDeskDeps = {
  session: Session
  approvals: Pick<ApprovalDesk, 'ask'>
  surface: Surface
  /** How the vault may ask the person, where their recovery is their own. */
  appearance: () => Appearance
  /** Puts the login on screen; may be called again. */
  mount: () => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
  /** Says when a challenge is solved. Default: none ever is. */
  solver?: CodeStepDeps<unknown>['solver']
}

/** Few sign-ins come to it. */
const loadFoundStep = () => import('./createFoundStep.ts')

/** Logins of profile 5: what the wallet shows of them, and what a page learns. */
export const createLoginDesk = (deps: LoginDeskDeps): LoginDesk => {
  const { session, approvals, surface, appearance, mount, now, solver } = deps
  type Begun = { email: string; step: CodeStep; person: Promise<Account | null> } | { found: SignInQuestion }
  let begun: Begun | null = null
  /** Ends the login that is before the person. */
  let waiting: AbortController | null = null
  let screen: LoginScreen | null = null
  const subscribers = new Set<() => void>()
  const show = (next: LoginScreen | null): void => {
    screen = next
    for (const notify of subscribers) notify()
  }

  /** Puts what a sign-in has to ask before its user. Nobody is, between two of them. */
  const noSignIn = () => Promise.reject(new AppError('ABORTED'))
  let ask: (found: SignInQuestion, signal: AbortSignal) => Promise<Caller> = noSignIn

  const abort = (): void => waiting?.abort(new AppError('ABORTED'))

  /** Who may have to agree only. A person who cannot be found out about proves the email once more. */
  const findPerson = (email: string): Promise<Account | null> => session.findPerson(email).catch(() => null)

  const start = (page: Page, email: string): Extract<Begun, { email: string }> => {
    const proving = proveByEmail(session, page, email, appearance, (found, signal) => ask(found, signal))
    const step = createCodeStep({ email, proving, now, solver })
    const person = findPerson(email).then((found) => {
      if (found === null) void step.send()
      return found
    })
    return { email, step, person }
  }

  /** Gone and back again: what was mailed is still good; of a code, unless another may be sent by now. */
  const isGoodStill = ({ step }: Extract<Begun, { email: string }>): boolean => {
    const { link, isMailed, busy, failure, resendAtMs } = step.state()
    if (busy !== null) return busy === 'sending'
    if (link !== null) return failure?.of !== 'link' && link.expiresAtMs > now()
    return isMailed && resendAtMs !== null && resendAtMs > now()
  }

  type Agreeing = { id: string; email: string; person: Account; message: SignInMessage | null }
  const agree = async (page: Page, { id, email, person, message }: Agreeing, signal: AbortSignal): Promise<void> => {
    const network = networkOf(await session.chainOf(page))
    const address = person.addresses[network.chainNamespace]
    const caller = { origin: page.origin, projectId: page.projectId, address, smartAccount: null }
    const asking = { caller, network, claim: surface.state().claim }
    const params = { email, ...(message !== null && { signIn: message.text }) }
    await approvals.ask({ id, method: 'connect', params, asking, signal })
    await session.agree(page, person)
  }

  type Presented = {
    signal: AbortSignal
    /** Rejects with why the person is not asked any more. */
    gone: Promise<never>
    showStep: (step: CodeStep<unknown>, signIn?: SignInScreen) => void
    showFound: (found: FoundStep) => void
  }

  /** One thing is before the person at a time, for as long as its page wants it and they do not leave. */
  const present = async <result>(
    { origin }: Page,
    purpose: Purpose,
    wanted: AbortSignal,
    work: (presented: Presented) => Promise<result>,
  ): Promise<result> => {
    abort()
    const controller = new AbortController()
    const { signal } = controller
    waiting = controller
    const giveUp = () => controller.abort(new AppError('ABORTED'))
    wanted.addEventListener('abort', giveUp)
    if (wanted.aborted) giveUp()
    const leave = () => controller.abort(new AppError('USER_REJECTED'))
    const gone = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    gone.catch(() => undefined)
    const none = { step: null, found: null, signIn: null }
    const showStep = (step: CodeStep<unknown> | null, signIn: SignInScreen | null = null) =>
      show({ ...none, origin, purpose, step, signIn, leave })
    const showFound = (found: FoundStep) => show({ ...none, origin, purpose, found, leave })
    try {
      await Promise.race([mount(), gone])
      showStep(null)
      return await work({ signal, gone, showStep, showFound })
    } finally {
      wanted.removeEventListener('abort', giveUp)
      if (waiting === controller) {
        waiting = null
        ask = noSignIn
        show(null)
      }
    }
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
      if (former === null || !isGoodStill(former)) begun = start(page, email)
      // While the code is on its way, so is what it is typed into.
      void mount().catch(() => undefined)
      return 'VERIFY_OTP'
    },
    finish(page, id, wanted, siwxMessage) {
      const mine = begun
      if (mine === null) return Promise.reject(new AppError('OTP_EXPIRED'))
      const reading = readOneClick(siwxMessage, page.origin, now)
      return present(page, { kind: 'login' }, wanted, async ({ signal, gone, showStep, showFound }) => {
        let isConfirmed = false
        const asking = async (found: SignInQuestion, until: AbortSignal): Promise<Caller> => {
          const { createFoundStep } = await Promise.race([loadFoundStep(), gone])
          // Whoever leaves it signs in again.
          begun = null
          // The account may be another one than that of the code.
          isConfirmed = false
          const step = createFoundStep({ found, openWindow: null, appearance, now })
          showFound(step)
          return await step.wait(until)
        }
        if ('found' in mine) {
          await asking(mine.found, signal)
          return null
        }
        ask = asking
        const [person, message] = await Promise.race([Promise.all([mine.person, reading]), gone])
        if (person === null) {
          const confirm = (isShown: boolean): void => {
            isConfirmed = isShown
          }
          showStep(mine.step, message === null ? undefined : { message, confirm })
          await mine.step.wait(signal)
        } else {
          show(null)
          await agree(page, { id, email: mine.email, person, message }, signal)
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

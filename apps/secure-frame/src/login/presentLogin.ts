import { AppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { SignInMessage } from '../oneClick/readOneClick.ts'
import type { CodeStep } from './createCodeStep.ts'
import type { FoundStep } from './createFoundStep.ts'

/** The purpose of an email's proof. */
export type Purpose =
  | { readonly kind: 'login' }
  /** Another email for the account; the first code goes to the old address, the second to the new one. */
  | { readonly kind: 'change'; readonly of: 'old' | 'new'; readonly newEmail: string }

/** The visible state of a login, or of a change of email; only while its page waits for it. */
export type LoginScreen = {
  /** The pinned origin of the requesting page. */
  readonly origin: string
  readonly purpose: Purpose
  /** The step to take; null until it is known. */
  readonly step: CodeStep<unknown> | null
  /** Replaces the step: the account that has the address of a login. */
  readonly found: FoundStep | null
  /** The message that the user signs with this step; null where nothing is signed. */
  readonly signIn: SignInScreen | null
  /** The user wants to use another address, or none. */
  readonly leave: () => void
}

/** A message that is signed with a sign-in. */
export type SignInScreen = {
  readonly message: SignInMessage
  /** The user has taken the step. `isShown`: with the message in front of them. */
  readonly confirm: (isShown: boolean) => void
}

type Presented = {
  signal: AbortSignal
  /** Rejects with why the user is no longer asked. */
  gone: Promise<never>
  showStep: (step: CodeStep<unknown>, signIn?: SignInScreen) => void
  showFound: (found: FoundStep) => void
}

type PresenterOptions = {
  /** Puts the login on screen; may be called again. */
  mount: () => Promise<void>
  show: (screen: LoginScreen | null) => void
  /** The login before the user has ended. */
  onEnd: () => void
}

/** Puts one thing at a time before the user. */
export const createPresenter = ({ mount, show, onEnd }: PresenterOptions) => {
  /** Ends the login that is before the user. */
  let waiting: AbortController | null = null
  const abort = (): void => waiting?.abort(new AppError('ABORTED'))

  /** One thing is before the user at a time, for as long as its page wants it and they do not leave. */
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
        onEnd()
        show(null)
      }
    }
  }

  return { present, abort }
}

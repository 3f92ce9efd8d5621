import { AppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/createSession.ts'

/** Where a login by code stands. The code itself is never part of it. */
export type CodeState = {
  /** The address, as it was typed. */
  readonly email: string
  /** A code was mailed that has not been spent, so there is something to type. */
  readonly isMailed: boolean
  readonly busy: 'sending' | 'checking' | 'opening' | null
  /** What went wrong last. */
  readonly failure: { readonly of: 'mail' | 'code'; readonly error: AppError } | null
  /** When another code may be asked for; milliseconds since 1970. */
  readonly resendAtMs: number
  /** How many codes were mailed. */
  readonly mails: number
}

export type CodeStep = {
  state(): CodeState
  subscribe(onChange: () => void): () => void
  /** Have a code mailed, or another one. Never fails: the state says how it went. */
  send(): Promise<void>
  /** The person is in front of this step; resolves when they are signed in, rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<Caller>
  /** Try a code. What was reached before a failure stays reached: trying again goes on from there. */
  submit(code: string): Promise<void>
}

export type CodeStepDeps = {
  page: Page
  email: string
  session: Pick<Session, 'mailCode' | 'finishEmail'>
  /** Milliseconds since 1970. */
  now: () => number
}

/** Proving an email with a mailed code, as one document does it for one page: everything but what is drawn. */
export const createCodeStep = ({ page, email, session, now }: CodeStepDeps): CodeStep => {
  let state: CodeState = { email, isMailed: false, busy: null, failure: null, resendAtMs: 0, mails: 0 }
  const subscribers = new Set<() => void>()
  const change = (part: Partial<CodeState>): void => {
    state = { ...state, ...part }
    for (const notify of subscribers) notify()
  }
  let waiting: { signal: AbortSignal; resolve: (caller: Caller) => void } | null = null

  /** A service that says how long to wait is believed. */
  const resendAfter = ({ name, details }: AppError): Partial<CodeState> =>
    name === 'RATE_LIMITED' && typeof details.seconds === 'number' ? { resendAtMs: now() + details.seconds * 1000 } : {}

  return {
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    async send() {
      if (state.busy !== null) return
      change({ busy: 'sending', failure: null })
      try {
        const seconds = await session.mailCode(page, email)
        change({ busy: null, isMailed: true, resendAtMs: now() + seconds * 1000, mails: state.mails + 1 })
      } catch (thrown) {
        const error = AppError.from(thrown)
        change({ busy: null, failure: { of: 'mail', error }, ...resendAfter(error) })
      }
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        waiting = { signal, resolve }
        signal.addEventListener('abort', () => {
          if (waiting?.signal === signal) waiting = null
          reject(signal.reason)
        })
      }),
    async submit(code) {
      const mine = waiting
      if (mine === null || state.busy !== null || !state.isMailed) return
      const { signal, resolve } = mine
      change({ busy: 'checking', failure: null })
      try {
        resolve(await session.finishEmail(page, code, { signal, onVerified: () => change({ busy: 'opening' }) }))
        change({ busy: null, isMailed: false })
      } catch (thrown) {
        const error = AppError.from(thrown)
        // Whoever left while it was tried begins anew: this code is worth nothing any more.
        const isSpent = signal.aborted || spent.has(error.name)
        change({ busy: null, isMailed: !isSpent, failure: signal.aborted ? null : { of: 'code', error } })
      }
    },
  }
}

/** After these only another code helps. */
const spent: ReadonlySet<string> = new Set(['OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED'])

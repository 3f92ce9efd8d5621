import { AppError } from '@latchkey/protocol'
import type { ChallengeSolver } from '../challenge/createChallengeSolver.ts'
import type { Caller } from '../session/Caller.ts'

/** A mailed link that has to be approved. */
export type LinkState = {
  /** The two-digit number to pick on its page, which approves this device; null for a page that asks an address to join an account. */
  readonly number: string | null
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** The state of an email's proof. The code itself is never part of it. */
export type CodeState = {
  /** The address as typed. */
  readonly email: string
  /** The link that is waited for, before any code is mailed; null when there is none, or it was approved. */
  readonly link: LinkState | null
  /** A code was mailed that has not been used up, so the field is shown. */
  readonly isMailed: boolean
  readonly busy: 'sending' | 'checking' | 'opening' | null
  /** A challenge has to be solved before it is sent, which takes seconds. */
  readonly isSolving: boolean
  /** The last error. */
  readonly failure: { readonly of: 'mail' | 'link' | 'code'; readonly error: AppError } | null
  /** When another link or code may be requested; milliseconds since 1970. Null when none can be. */
  readonly resendAtMs: number | null
  /** The number of mailed codes. */
  readonly mails: number
}

/** A code was mailed; another may be requested in this many seconds, or never: then the attempt starts over. */
export type MailedCode = { kind: 'code'; resendInSeconds: number | null }
type MailedLink = {
  kind: 'link'
  /** As in `LinkState`. */
  number: string | null
  expiresInSeconds: number
  /** The seconds until another may be requested; null: never, then the attempt starts over. */
  resendInSeconds: number | null
  /**
   * Waits until the link is approved, and has the code mailed, unless nothing is left to prove: then any code finishes.
   * `onApproved` is called before that. Fails with LINK_INVALID when the link has ended.
   */
  approval(signal: AbortSignal, onApproved: () => void): Promise<MailedCode | { kind: 'proved' }>
}

/** The services behind a step that proves an email. */
export type Proving<result> = {
  /** Has a link or a code mailed, whichever is due. */
  start(): Promise<MailedCode | MailedLink>
  /** Tries a code. `onVerified` is called once it was verified; aborting makes it useless. */
  finish(code: string, options: { signal: AbortSignal; onVerified: () => void }): Promise<result>
}

export type CodeStep<result = Caller> = {
  state(): CodeState
  subscribe(onChange: () => void): () => void
  /** Has a link or a code mailed, whichever is due, or another one. Never fails: the state has the result. */
  send(): Promise<void>
  /**
   * Puts the step before the user; resolves when they have proved it, rejects with the signal's reason. The link's status is
   * polled only meanwhile; the code then follows by itself.
   */
  wait(signal: AbortSignal): Promise<result>
  /** Tries a code. Completed steps are kept: after a failure, trying again continues from there. */
  submit(code: string): Promise<void>
}

export type CodeStepDeps<result> = {
  email: string
  proving: Proving<result>
  /** Milliseconds since 1970. */
  now: () => number
  /** Reports when a challenge is solved. Default: none ever is. */
  solver?: Pick<ChallengeSolver, 'isWorking' | 'subscribe'> | undefined
}

/** Proves an email with a mailed link, where one is due, and a mailed code: everything but the rendering. */
export const createCodeStep = <result>({ email, proving, now, solver }: CodeStepDeps<result>): CodeStep<result> => {
  let state = initialState(email)
  const subscribers = new Set<() => void>()
  const change = (part: Partial<CodeState>): void => {
    state = { ...state, ...part }
    for (const notify of subscribers) notify()
  }
  const setSolving = (isSolving: boolean): void => {
    if (state.isSolving !== isSolving) change({ isSolving })
  }
  let waiting: Waiting<result> | null = null
  /** The callers for which the link's status is polled. */
  let watching: Waiting<result> | null = null
  let approval: MailedLink['approval'] | null = null

  const mailFailed = (thrown: unknown): void => {
    const error = AppError.from(thrown)
    change({ busy: null, failure: { of: 'mail', error }, ...resendAfter(error, now) })
  }
  const codeMailed = (seconds: number | null): void =>
    change({ busy: null, link: null, isMailed: true, resendAtMs: resendAt(seconds, now), mails: state.mails + 1 })

  const send = async (): Promise<void> => {
    if (state.busy !== null) return
    change({ busy: 'sending', failure: null })
    try {
      const mailed = await whileSolving(solver, setSolving, () => proving.start())
      if (mailed.kind === 'code') return codeMailed(mailed.resendInSeconds)
      const { number, expiresInSeconds, resendInSeconds } = mailed
      approval = mailed.approval
      const link = { number, expiresAtMs: now() + expiresInSeconds * 1000 }
      change({ busy: null, link, isMailed: false, resendAtMs: resendAt(resendInSeconds, now) })
      void watch()
    } catch (thrown) {
      mailFailed(thrown)
    }
  }

  const watch = async (): Promise<void> => {
    const mine = waiting
    if (mine === null || mine === watching || state.link === null || approval === null) return
    watching = mine
    try {
      const onApproved = () => change({ link: null, busy: 'sending', failure: null })
      const waitForApproval = approval
      const next = await whileSolving(solver, setSolving, () => waitForApproval(mine.signal, onApproved))
      if (next.kind === 'code') codeMailed(next.resendInSeconds)
      else {
        change({ link: null, busy: null, isMailed: true })
        await submit('')
      }
    } catch (thrown) {
      // A user who comes back to this step waits again.
      if (mine.signal.aborted) return
      if (state.link === null) mailFailed(thrown)
      else change({ failure: { of: 'link', error: AppError.from(thrown) } })
    } finally {
      if (watching === mine) watching = null
    }
  }

  const submit = async (code: string): Promise<void> => {
    const mine = waiting
    if (mine === null || state.busy !== null || !state.isMailed) return
    const { signal, resolve } = mine
    change({ busy: 'checking', failure: null })
    try {
      resolve(await proving.finish(code, { signal, onVerified: () => change({ busy: 'opening' }) }))
      change({ busy: null, isMailed: false })
    } catch (thrown) {
      const error = AppError.from(thrown)
      // A user who left while it was tried starts over: this code is useless now.
      const isSpent = signal.aborted || spent.has(error.name)
      change({ busy: null, isMailed: !isSpent, failure: signal.aborted ? null : { of: 'code', error } })
      // The code was right and need not be entered again; the device is no longer known.
      if (!signal.aborted && error.name === 'DEVICE_NOT_APPROVED') await send()
    }
  }

  return {
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    send,
    submit,
    wait: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        waiting = { signal, resolve }
        signal.addEventListener('abort', () => {
          if (waiting?.signal === signal) waiting = null
          reject(signal.reason)
        })
        void watch()
      }),
  }
}

/** Errors after which only another code helps. */
const spent: ReadonlySet<string> = new Set(['OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED'])

type Waiting<result> = { signal: AbortSignal; resolve: (proved: result) => void }

const initialState = (email: string): CodeState => ({
  email,
  link: null,
  isMailed: false,
  busy: null,
  isSolving: false,
  failure: null,
  resendAtMs: 0,
  mails: 0,
})

/** Sends something, and reports while a challenge delays it. */
const whileSolving = async <sent>(
  solver: CodeStepDeps<unknown>['solver'],
  setSolving: (isSolving: boolean) => void,
  work: () => Promise<sent>,
): Promise<sent> => {
  const look = () => setSolving(solver?.isWorking() === true)
  const stop = solver?.subscribe(look)
  look()
  try {
    return await work()
  } finally {
    stop?.()
    setSolving(false)
  }
}

const resendAt = (seconds: number | null, now: () => number): number | null =>
  seconds === null ? null : now() + seconds * 1000

/** The waiting time from the service counts. */
const resendAfter = ({ name, details }: AppError, now: () => number): Partial<CodeState> =>
  name === 'RATE_LIMITED' && typeof details.seconds === 'number' ? { resendAtMs: now() + details.seconds * 1000 } : {}

import { AppError } from '@latchkey/protocol'
import type { ChallengeSolver } from '../challenge/createChallengeSolver.ts'
import type { Caller } from '../session/Caller.ts'

/** A mailed link that has to be agreed to. */
export type LinkState = {
  /** The two-digit number to pick on its page, which approves this device; null of a page that asks an address to join an account. */
  readonly number: string | null
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** Where it stands with the proof of an email. The code itself is never part of it. */
export type CodeState = {
  /** The address, as it was typed. */
  readonly email: string
  /** The link that is waited for, before any code is mailed; null when there is none, or it was agreed to. */
  readonly link: LinkState | null
  /** A code was mailed that has not been spent, so there is something to type. */
  readonly isMailed: boolean
  readonly busy: 'sending' | 'checking' | 'opening' | null
  /** Before it is sent, a challenge has to be solved, which takes seconds. */
  readonly isSolving: boolean
  /** What went wrong last. */
  readonly failure: { readonly of: 'mail' | 'link' | 'code'; readonly error: AppError } | null
  /** When another link or code may be asked for; milliseconds since 1970. Null when none can be. */
  readonly resendAtMs: number | null
  /** How many codes were mailed. */
  readonly mails: number
}

/** A code was mailed; in so many seconds another may be asked for, or never: what was begun is then begun anew. */
export type MailedCode = { kind: 'code'; resendInSeconds: number | null }
type MailedLink = {
  kind: 'link'
  /** As in `LinkState`. */
  number: string | null
  expiresInSeconds: number
  /** Until another may be asked for; null: never, what was begun is then begun anew. */
  resendInSeconds: number | null
  /**
   * Waits until the link is agreed to, and has the code mailed, unless there is nothing left to prove: then any code finishes.
   * `onApproved` is called before that. Fails with LINK_INVALID when the link is over.
   */
  approval(signal: AbortSignal, onApproved: () => void): Promise<MailedCode | { kind: 'proved' }>
}

/** How an email is proved: the services behind a step. */
export type Proving<result> = {
  /** Has a link or a code mailed, whichever is due. */
  start(): Promise<MailedCode | MailedLink>
  /** Tries a code. `onVerified` is called once it was found right; aborting makes it worth nothing. */
  finish(code: string, options: { signal: AbortSignal; onVerified: () => void }): Promise<result>
}

export type CodeStep<result = Caller> = {
  state(): CodeState
  subscribe(onChange: () => void): () => void
  /** Have a link or a code mailed, whichever is due, or another one. Never fails: the state says how it went. */
  send(): Promise<void>
  /**
   * The person is in front of this step; resolves when they have proved it, rejects with the signal's reason. Only meanwhile
   * it is asked whether a link was agreed to; the code then follows by itself.
   */
  wait(signal: AbortSignal): Promise<result>
  /** Try a code. What was reached before a failure stays reached: trying again goes on from there. */
  submit(code: string): Promise<void>
}

export type CodeStepDeps<result> = {
  email: string
  proving: Proving<result>
  /** Milliseconds since 1970. */
  now: () => number
  /** Says when a challenge is solved. Default: none ever is. */
  solver?: Pick<ChallengeSolver, 'isWorking' | 'subscribe'> | undefined
}

/** Proving an email with a mailed link, where one is due, and a mailed code: everything but what is drawn. */
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
  /** For whom it is asked whether the link was agreed to. */
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
      // Whoever comes back to this step waits anew.
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
      // Whoever left while it was tried begins anew: this code is worth nothing any more.
      const isSpent = signal.aborted || spent.has(error.name)
      change({ busy: null, isMailed: !isSpent, failure: signal.aborted ? null : { of: 'code', error } })
      // The code was right and need not be entered again; the device is not known any more.
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

/** After these only another code helps. */
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

/** Sends something, and says while a challenge stands in the way. */
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

/** A service that says how long to wait is believed. */
const resendAfter = ({ name, details }: AppError, now: () => number): Partial<CodeState> =>
  name === 'RATE_LIMITED' && typeof details.seconds === 'number' ? { resendAtMs: now() + details.seconds * 1000 } : {}

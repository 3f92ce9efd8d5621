import type { KnownAccount, LoginProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Caller } from '../session/Caller.ts'
import type { Entered, FoundAccount, NewHere, SignInQuestion } from '../session/foundAccount.ts'
import { type CodeStep, createCodeStep } from './createCodeStep.ts'
import { createProviderStep, type ProviderStep } from './createProviderStep.ts'
import type { SignInWindow } from './openSignInWindow.ts'

/** The state of a login whose address an account has. */
export type FoundState =
  /** The user sees the account, and chooses. */
  | { readonly kind: 'asking'; readonly account: KnownAccount }
  /** They prove that it is theirs. */
  | {
      readonly kind: 'proving'
      readonly account: KnownAccount
      readonly step: CodeStep<Entered> | ProviderStep<Entered>
    }
  /** They want another wallet: shows the consequences before it is made. */
  | { readonly kind: 'separating'; readonly isBusy: boolean; readonly error: AppError | null }
  /** The account is new to this browser: they confirm that it is theirs. `email`: as in `NewHere`. */
  | {
      readonly kind: 'confirming'
      readonly email: NewHere['email']
      readonly isBusy: boolean
      readonly error: AppError | null
    }
  /** They are signed in, and the login was not linked. */
  | { readonly kind: 'unlinked'; readonly error: AppError }

/** "You already have a wallet": everything but the rendering. */
export type FoundStep = {
  /** The provider of the login to link or confirm. */
  readonly linking: FoundAccount['provider']
  state(): FoundState
  subscribe(onChange: () => void): () => void
  /** Proves the account: by a code, or in a click by one of its providers. */
  prove(provider?: LoginProvider): void
  /** Shows the consequences of another wallet; then makes it. */
  separate(): void
  /** Confirms that the account that is new to this browser is theirs. */
  confirm(): void
  /** Back to the choice. */
  back(): void
  /** The user has read that the login was not linked. */
  goOn(): void
  /** Puts the step before the user; resolves once they are signed in, rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<Caller>
}

export type FoundStepDeps = {
  found: SignInQuestion
  /** As in `ProviderStepDeps`. */
  openWindow: (() => SignInWindow) | null
  appearance: () => Appearance
  /** Milliseconds since 1970. */
  now: () => number
}

export const createFoundStep = ({ found, openWindow, appearance, now }: FoundStepDeps): FoundStep => {
  const first: FoundState =
    found.kind === 'account'
      ? { kind: 'asking', account: found }
      : { kind: 'confirming', email: found.email, isBusy: false, error: null }
  let state: FoundState = first
  const subscribers = new Set<() => void>()
  const show = (next: FoundState): void => {
    state = next
    for (const notify of subscribers) notify()
  }
  const entered = Promise.withResolvers<Caller>()
  let waiting: AbortSignal | null = null
  /** Ends the proof that is before the user. */
  let proving = new AbortController()
  let code: CodeStep<Entered> | null = null
  let caller: Caller | null = null

  const done = ({ caller: mine, failure }: Entered): void => {
    if (failure === null) {
      entered.resolve(mine)
      return
    }
    caller = mine
    show({ kind: 'unlinked', error: failure })
  }

  /** Signs in; a failure may be tried again. */
  const enter = (kind: 'separating' | 'confirming', work: (signal: AbortSignal) => Promise<Caller>): void => {
    if (waiting === null || state.kind !== kind || state.isBusy) return
    const before = state
    show({ ...before, isBusy: true, error: null })
    const signal = waiting
    work(signal).then(entered.resolve, (thrown: unknown) => {
      if (!signal.aborted) show({ ...before, isBusy: false, error: AppError.from(thrown) })
    })
  }

  return {
    linking: found.provider,
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    prove(provider) {
      if (waiting === null || state.kind !== 'asking' || found.kind !== 'account') return
      proving = new AbortController()
      const signal = AbortSignal.any([proving.signal, waiting])
      if (provider === undefined) code ??= codeStep(found, { appearance, now })
      const step = provider === undefined ? code : providerStep(found, provider, { appearance, openWindow })
      if (step === null) return
      show({ kind: 'proving', account: found, step })
      step.wait(signal).then(done, () => undefined)
    },
    separate() {
      if (state.kind === 'asking') return show({ kind: 'separating', isBusy: false, error: null })
      if (found.kind === 'account') enter('separating', (signal) => found.separate(appearance(), signal))
    },
    confirm() {
      if (found.kind === 'newHere') enter('confirming', (signal) => found.confirm(appearance(), signal))
    },
    back() {
      if (state.kind === 'separating' && state.isBusy) return
      proving.abort(new AppError('USER_REJECTED'))
      show(first)
    },
    goOn() {
      if (caller !== null) entered.resolve(caller)
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        waiting = signal
        signal.addEventListener('abort', () => reject(signal.reason))
        void entered.promise.then(resolve)
      }),
  }
}

/** Returns the step that proves an account by a code, which is sent at once. */
const codeStep = (
  { email, byCode }: FoundAccount,
  { appearance, now }: Pick<FoundStepDeps, 'appearance' | 'now'>,
): CodeStep<Entered> => {
  const step = createCodeStep<Entered>({
    email,
    proving: {
      async start() {
        const mailed = await byCode.start()
        return mailed.kind === 'code' ? mailed : { ...mailed, approval: byCode.approval }
      },
      finish: (typed, options) => byCode.finish(typed, { ...options, appearance: appearance() }),
    },
    now,
  })
  void step.send()
  return step
}
/** Returns the step that proves an account at one of its providers, which is opened at once. */
const providerStep = (
  found: FoundAccount,
  provider: LoginProvider,
  { appearance, openWindow }: Pick<FoundStepDeps, 'appearance' | 'openWindow'>,
): ProviderStep<Entered> => {
  const begin = () => found.byProvider(provider, appearance)
  const step = createProviderStep<Entered>({ provider, begin, openWindow })
  step.start()
  return step
}

import type { LoginProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Caller } from '../session/Caller.ts'
import type { Entered, FoundAccount } from '../session/foundAccount.ts'
import { type CodeStep, createCodeStep } from './createCodeStep.ts'
import { createProviderStep, type ProviderStep } from './createProviderStep.ts'
import type { SignInWindow } from './openSignInWindow.ts'

/** Where it stands with a login whose address an account has. */
export type FoundState =
  /** The user is told of the account, and chooses. */
  | { readonly kind: 'asking' }
  /** They prove that it is theirs. */
  | { readonly kind: 'proving'; readonly step: CodeStep<Entered> | ProviderStep<Entered> }
  /** They want another wallet: what that means, before it is made. */
  | { readonly kind: 'separating'; readonly isBusy: boolean; readonly error: AppError | null }
  /** They are signed in, and the login was not linked. */
  | { readonly kind: 'unlinked'; readonly error: AppError }

/** "You already have a wallet": everything but what is drawn. */
export type FoundStep = Pick<FoundAccount, 'email' | 'providers'> & {
  /** The provider of the login that is to be linked. */
  readonly linking: FoundAccount['provider']
  state(): FoundState
  subscribe(onChange: () => void): () => void
  /** Prove the account: by a code, or in a click by one of its providers. */
  prove(provider?: LoginProvider): void
  /** Ask for another wallet; then make it. */
  separate(): void
  /** Back to the choice. */
  back(): void
  /** The user has read that the login was not linked. */
  goOn(): void
  /** The user is in front of this step; resolves once they are signed in, rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<Caller>
}

export type FoundStepDeps = {
  found: FoundAccount
  /** As of `ProviderStepDeps`. */
  openWindow: (() => SignInWindow) | null
  appearance: () => Appearance
  /** Milliseconds since 1970. */
  now: () => number
}

export const createFoundStep = ({ found, openWindow, appearance, now }: FoundStepDeps): FoundStep => {
  const { email, providers, byCode } = found
  let state: FoundState = { kind: 'asking' }
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

  const codeStep = (): CodeStep<Entered> => {
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
  const providerStep = (provider: LoginProvider): ProviderStep<Entered> => {
    const begin = () => found.byProvider(provider, appearance)
    const step = createProviderStep<Entered>({ provider, begin, openWindow })
    step.start()
    return step
  }

  const done = ({ caller: mine, failure }: Entered): void => {
    if (failure === null) {
      entered.resolve(mine)
      return
    }
    caller = mine
    show({ kind: 'unlinked', error: failure })
  }

  return {
    email,
    providers,
    linking: found.provider,
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    prove(provider) {
      if (waiting === null || state.kind !== 'asking') return
      proving = new AbortController()
      const signal = AbortSignal.any([proving.signal, waiting])
      if (provider === undefined) code ??= codeStep()
      const step = provider === undefined ? code : providerStep(provider)
      if (step === null) return
      show({ kind: 'proving', step })
      step.wait(signal).then(done, () => undefined)
    },
    separate() {
      if (state.kind === 'asking') return show({ kind: 'separating', isBusy: false, error: null })
      if (waiting === null || state.kind !== 'separating' || state.isBusy) return
      show({ kind: 'separating', isBusy: true, error: null })
      const signal = waiting
      found.separate(appearance(), signal).then(entered.resolve, (thrown: unknown) => {
        if (!signal.aborted) show({ kind: 'separating', isBusy: false, error: AppError.from(thrown) })
      })
    },
    back() {
      if (state.kind === 'separating' && state.isBusy) return
      proving.abort(new AppError('USER_REJECTED'))
      show({ kind: 'asking' })
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

import type { LoginProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { BegunAtProvider } from '../session/identityAttempt.ts'
import type { SignInWindow } from './openSignInWindow.ts'

/** The state of an identity's proof at a provider. */
export type ProviderState =
  | { readonly kind: 'idle' }
  /** The provider's URL is being requested. */
  | { readonly kind: 'starting' }
  /** The user is there. `isBlocked`: the browser opened no window, so the user opens the URL. `number`: as the window may ask. */
  | { readonly kind: 'away'; readonly uri: string; readonly number: string; readonly isBlocked: boolean }
  /** The user's app signs; the URL opens it. */
  | { readonly kind: 'scanning'; readonly uri: string }
  /** They have signed in there; the services are working. */
  | { readonly kind: 'finishing' }
  | { readonly kind: 'failed'; readonly error: AppError }

/** Proves an identity at a provider, in a separate window. */
export type ProviderStep<result = unknown> = {
  readonly provider: LoginProvider
  /** The user opens the provider's page with a link: this document opens no windows. */
  readonly isByLink?: boolean
  state(): ProviderState
  subscribe(onChange: () => void): () => void
  /** Starts, or starts over; call it in a click, or the browser opens no window. Never fails: the state has the result. */
  start(): void
  /**
   * Puts the step before the user; resolves when they have proved it, rejects with the signal's reason, and ends the attempt
   * either way.
   */
  wait(signal: AbortSignal): Promise<result>
}

export type ProviderStepDeps<result> = {
  provider: LoginProvider
  begin: () => Promise<BegunAtProvider<result>>
  /** Null in a document that can't receive from a window: the user opens the URL, and compares the number there. */
  openWindow: (() => SignInWindow) | null
}

export const createProviderStep = <result>({
  provider,
  begin,
  openWindow,
}: ProviderStepDeps<result>): ProviderStep<result> => {
  let state: ProviderState = { kind: 'idle' }
  const subscribers = new Set<() => void>()
  const show = (next: ProviderState): void => {
    state = next
    for (const notify of subscribers) notify()
  }
  const proved = Promise.withResolvers<result>()
  /** Ends the last attempt. */
  let running = new AbortController()

  /** The first of two: the data that the window brings back, or the service's response. */
  const outcome = async (
    { uri, comesBack, finish }: BegunAtProvider<result>,
    window: SignInWindow | null,
    signal: AbortSignal,
  ): Promise<result> => {
    if (comesBack === null) {
      show({ kind: 'scanning', uri })
      return await finish(uri, signal)
    }
    if (window === null) {
      show({ kind: 'away', uri, number: comesBack.number, isBlocked: true })
      return await finish(uri, signal)
    }
    const waiting = new AbortController()
    const brought = Promise.withResolvers<result>()
    window.go(uri, comesBack.attemptId, (resultUri) => {
      if (waiting.signal.aborted || signal.aborted) return
      waiting.abort()
      show({ kind: 'finishing' })
      finish(resultUri, signal).then(brought.resolve, brought.reject)
    })
    show({ kind: 'away', uri, number: comesBack.number, isBlocked: !window.isOpen })
    const compared = finish(uri, AbortSignal.any([signal, waiting.signal])).catch((error: unknown) => {
      if (signal.aborted || !waiting.signal.aborted) throw error
      return brought.promise
    })
    return await Promise.race([brought.promise, compared])
  }

  const run = async (window: SignInWindow | null, signal: AbortSignal): Promise<void> => {
    try {
      const result = await outcome(await begin(), window, signal)
      if (!signal.aborted) proved.resolve(result)
    } catch (thrown) {
      if (!signal.aborted) show({ kind: 'failed', error: AppError.from(thrown) })
    } finally {
      window?.end()
    }
  }

  return {
    provider,
    isByLink: openWindow === null,
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    start() {
      running.abort()
      running = new AbortController()
      // At once: browsers open windows only in a click. A link to an app needs none.
      const window = provider === 'farcaster' ? null : (openWindow?.() ?? null)
      show({ kind: 'starting' })
      void run(window, running.signal)
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          running.abort()
          reject(signal.reason)
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave)
        void proved.promise.then(resolve)
      }),
  }
}

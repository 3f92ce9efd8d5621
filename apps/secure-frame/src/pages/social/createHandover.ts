import type { EndpointRequest } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { formatResultUri, type SocialArrival, type SocialFailure } from '../../session/socialResult.ts'
import { createState, type PageState } from '../link/createState.ts'
import { numberChoices } from '../link/numberChoices.ts'
import type { AgreedOrigins } from './agreedOrigins.ts'

export type HandoverState =
  /** The URL has no provider response: it was opened without one, or reloaded. */
  | { kind: 'missing' }
  /** The result is being sent. */
  | { kind: 'handing' }
  /** The result was sent to the page that waits for it; a page of another origin doesn't confirm that. */
  | { kind: 'handed' }
  /** The waiting page has no consent yet, or has started the sign-in on another network (`isElsewhere`). */
  | { kind: 'agreeing'; origin: string; isElsewhere: boolean }
  /** No waiting page was found: the user picks the number that they see where they started. */
  | {
      kind: 'asking'
      origin: string
      choices: readonly string[]
      isElsewhere: boolean
      busy: boolean
      error: AppError | null
    }
  | { kind: 'released'; origin: string }
  | { kind: 'declined' }
  /** They picked another number. */
  | { kind: 'mistaken' }
  | { kind: 'failed'; error: SocialFailure }

export type Handover = PageState<HandoverState> & {
  /** Sends the result to the waiting page, or asks the user first. */
  hand(): Promise<void>
  /** The user wants to be signed in on the waiting page. */
  agree(): Promise<void>
  /** The user picked this number. A wrong one ends the attempt: there is no second guess. */
  pick(number: string): Promise<void>
  /** The user did not start it. */
  decline(): void
}

export type HandoverDeps = {
  /** The contents of the URL; null when they are invalid. */
  arrival: SocialArrival | null
  walletOrigin: string
  agreed: AgreedOrigins
  /** Returns whether another page has opened this window and is still there. */
  hasOpener: () => boolean
  /** Sends it to that page, if it has opened this window or is the wallet's own; returns whether there was such a page. */
  give: (resultUri: string, to: { origin: string; attempt: string }) => Promise<boolean>
  release: (request: EndpointRequest<'socialRelease'>) => Promise<unknown>
}

/** The logic of a window that comes back from a provider: everything but the rendering. */
export const createHandover = (deps: HandoverDeps): Handover => {
  const { arrival, walletOrigin, agreed, hasOpener, give, release } = deps
  const { set, ...state } = createState<HandoverState>({ kind: arrival === null ? 'missing' : 'handing' })
  const isElsewhere = arrival !== null && 'network' in arrival && arrival.network === 'other'

  const giveTo = async (found: Exclude<SocialArrival, { error: string; origin?: never }>): Promise<boolean> => {
    const { attempt, origin } = found
    const handed = 'result' in found ? { attempt, result: found.result } : { attempt, error: found.error }
    return await give(formatResultUri(walletOrigin, handed), { origin, attempt })
  }
  const ask = ({ origin, number }: { origin: string; number: string }): void =>
    set({ kind: 'asking', origin, choices: numberChoices(number), isElsewhere, busy: false, error: null })

  return {
    ...state,
    async hand() {
      if (arrival === null) return
      if ('error' in arrival) {
        if ('origin' in arrival) await giveTo(arrival)
        return set({ kind: 'failed', error: arrival.error })
      }
      const { origin } = arrival
      // An attacker who started it elsewhere may have sent this user here, from a page that waits for exactly this.
      const isKnown = !isElsewhere && (origin === walletOrigin || agreed.has(origin))
      if (isKnown && (await giveTo(arrival))) return set({ kind: 'handed' })
      if (!isKnown && hasOpener()) return set({ kind: 'agreeing', origin, isElsewhere })
      ask(arrival)
    },
    async agree() {
      if (arrival === null || !('result' in arrival) || state.current().kind !== 'agreeing') return
      set({ kind: 'handing' })
      agreed.add(arrival.origin)
      if (await giveTo(arrival)) set({ kind: 'handed' })
      else ask(arrival)
    },
    async pick(number) {
      const now = state.current()
      if (arrival === null || !('result' in arrival) || now.kind !== 'asking' || now.busy) return
      if (number !== arrival.number) return set({ kind: 'mistaken' })
      set({ ...now, busy: true, error: null })
      if (now.isElsewhere && (await giveTo(arrival))) return set({ kind: 'handed' })
      try {
        await release({ attemptId: arrival.attempt, result: arrival.result })
        set({ kind: 'released', origin: now.origin })
      } catch (thrown) {
        const error = AppError.from(thrown)
        const isOver = isAppError(error, 'SOCIAL_EXPIRED')
        set(isOver ? { kind: 'failed', error: 'expired' } : { ...now, busy: false, error })
      }
    },
    decline() {
      const { kind } = state.current()
      if (kind === 'asking' || kind === 'agreeing') set({ kind: 'declined' })
    },
  }
}

import type { EndpointRequest } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { formatResultUri, type SocialArrival } from '../../session/socialResult.ts'
import { createState, type PageState } from '../link/createState.ts'

export type HandoverState =
  /** The address holds nothing of the provider: it was opened without, or loaded again. */
  | { kind: 'missing' }
  /** It is being handed over. */
  | { kind: 'handing' }
  /** Whoever waited for it has it. */
  | { kind: 'handed' }
  /** Nobody was found who waits, or the sign-in was begun in another network (`isElsewhere`): the person compares two numbers. */
  | { kind: 'asking'; origin: string; number: string; isElsewhere: boolean; busy: boolean; error: AppError | null }
  | { kind: 'released'; origin: string }
  | { kind: 'declined' }
  | { kind: 'failed'; error: 'access_denied' | 'failed' | 'expired' }

export type Handover = PageState<HandoverState> & {
  /** Give it to whoever waits for it. */
  hand(): Promise<void>
  /** The person has compared the number and goes on. */
  release(): Promise<void>
  /** It was not this person who began it. */
  decline(): void
}

export type HandoverDeps = {
  /** What the address said; null when it was nothing of ours. */
  arrival: SocialArrival | null
  walletOrigin: string
  /** Give it to that page, if it has opened this window or is the wallet's own; whether there was anybody to give it to. */
  give: (resultUri: string, to: { origin: string; attempt: string }) => Promise<boolean>
  release: (request: EndpointRequest<'socialRelease'>) => Promise<unknown>
}

/** What a window does when it comes back from a provider: everything but what is drawn. */
export const createHandover = ({ arrival, walletOrigin, give, release }: HandoverDeps): Handover => {
  const { set, ...state } = createState<HandoverState>({ kind: arrival === null ? 'missing' : 'handing' })

  const giveTo = async (found: Exclude<SocialArrival, { error: string; origin?: never }>): Promise<boolean> => {
    const { attempt, origin } = found
    const handed = 'result' in found ? { attempt, result: found.result } : { attempt, error: found.error }
    return await give(formatResultUri(walletOrigin, handed), { origin, attempt })
  }

  return {
    ...state,
    async hand() {
      if (arrival === null) return
      // Whoever has begun it elsewhere may have sent this person here, from a page that waits for just this.
      const isElsewhere = 'network' in arrival && arrival.network === 'other'
      const isGiven = !isElsewhere && 'origin' in arrival && (await giveTo(arrival))
      if ('error' in arrival) return set({ kind: 'failed', error: arrival.error })
      const { origin, number } = arrival
      set(isGiven ? { kind: 'handed' } : { kind: 'asking', origin, number, isElsewhere, busy: false, error: null })
    },
    async release() {
      const now = state.current()
      if (arrival === null || !('result' in arrival) || now.kind !== 'asking' || now.busy) return
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
      if (state.current().kind === 'asking') set({ kind: 'declined' })
    },
  }
}

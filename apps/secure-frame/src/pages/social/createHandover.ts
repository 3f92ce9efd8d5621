import type { EndpointRequest } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { formatResultUri, type SocialArrival, type SocialFailure } from '../../session/socialResult.ts'
import { createState, type PageState } from '../link/createState.ts'
import { numberChoices } from '../link/numberChoices.ts'
import type { AgreedOrigins } from './agreedOrigins.ts'

export type HandoverState =
  /** The address holds nothing of the provider: it was opened without, or loaded again. */
  | { kind: 'missing' }
  /** It is being handed over. */
  | { kind: 'handing' }
  /** It was given to whoever waits for it; whether they heard it a page of another origin does not tell. */
  | { kind: 'handed' }
  /** A page waits for it with which the person has not agreed yet, or which has begun it in another network (`isElsewhere`). */
  | { kind: 'agreeing'; origin: string; isElsewhere: boolean }
  /** Nobody was found who waits: the person picks the number that they see where they have begun. */
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
  /** Give it to whoever waits for it, or ask the person first. */
  hand(): Promise<void>
  /** The person wants to be signed in on the page that waits. */
  agree(): Promise<void>
  /** The person sees this number where they have begun. Another than the right one ends it: there is no second guess. */
  pick(number: string): Promise<void>
  /** It was not this person who began it. */
  decline(): void
}

export type HandoverDeps = {
  /** What the address said; null when it was nothing of ours. */
  arrival: SocialArrival | null
  walletOrigin: string
  agreed: AgreedOrigins
  /** Whether another page has opened this window and is still there. */
  hasOpener: () => boolean
  /** Give it to that page, if it has opened this window or is the wallet's own; whether there was anybody to give it to. */
  give: (resultUri: string, to: { origin: string; attempt: string }) => Promise<boolean>
  release: (request: EndpointRequest<'socialRelease'>) => Promise<unknown>
}

/** What a window does when it comes back from a provider: everything but what is drawn. */
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
      // Whoever has begun it elsewhere may have sent this person here, from a page that waits for just this.
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

import { AppError } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ApprovalTools, Decision, RequestContext } from './Approval.ts'
import type { ApprovalName } from './approvalRows.ts'

/** A request, its account, and the tools for its screen. */
export type Question = {
  /** The page's ID for it, which the page may use again. */
  readonly id: string
  readonly method: ApprovalName
  readonly params: unknown
  readonly requestContext: RequestContext
  readonly tools: ApprovalTools
}

/** Renders a request. */
export type Render = (decision: Decision<unknown>) => ReactElement

/** One request that waits for the user. */
export type PendingApproval = Question & {
  /** Its number among all requests so far, unique. */
  readonly place: number
  readonly render: Render
  readonly decision: Decision<unknown>
}

export type ApprovalQueue = {
  /**
   * Queues a request at once; its turn comes when its screen has loaded. Resolves with the result, or rejects with
   * USER_REJECTED, the signal's reason, why there is no screen, or why it could not be done.
   */
  ask(question: Question, screen: Promise<Render>, signal: AbortSignal): Promise<unknown>
  /** The one on screen; null when nothing waits, or what is next is still loading. */
  current(): PendingApproval | null
  /** The number of waiting requests, including the one on screen. */
  size(): number
  /** The position of the request on screen, and the total, counted since the queue was last empty. Same object until it changes. */
  line(): { at: number; count: number }
  /** Rejects all but the one on screen. */
  rejectOthers(): void
  subscribe(onChange: () => void): () => void
}

type Waiting = Omit<PendingApproval, 'render'> & { readonly render: Render | null }

const isReady = (waiting: Waiting): waiting is PendingApproval => waiting.render !== null

/** Queues approvals in the order of arrival, one on screen at a time. Each is settled once, then removed. */
export const createApprovalQueue = (): ApprovalQueue => {
  let waiting: readonly Waiting[] = []
  let places = 0
  let settled = 0
  let line = { at: 1, count: 0 }
  const subscribers = new Set<() => void>()
  const set = (next: readonly Waiting[]): void => {
    // Removed requests were settled; once the queue is empty, counting starts again.
    settled = next.length === 0 ? 0 : settled + Math.max(0, waiting.length - next.length)
    waiting = next
    const count = settled + next.length
    if (line.at !== settled + 1 || line.count !== count) line = { at: settled + 1, count }
    for (const notify of subscribers) notify()
  }

  return {
    current() {
      const [next] = waiting
      return next !== undefined && isReady(next) ? next : null
    },
    size: () => waiting.length,
    line: () => line,
    rejectOthers() {
      for (const { decision } of waiting.slice(1)) decision.reject()
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    ask: (question, screen, signal) =>
      new Promise((resolve, reject) => {
        const place = ++places
        const leave = (settle: () => void): void => {
          if (!waiting.some((other) => other.place === place)) return
          signal.removeEventListener('abort', abort)
          set(waiting.filter((other) => other.place !== place))
          settle()
        }
        const decision: Decision<unknown> = {
          approve: (result) => leave(() => resolve(result)),
          reject: () => leave(() => reject(new AppError('USER_REJECTED'))),
          fail: (error) => leave(() => reject(error)),
        }
        const abort = () => decision.fail(AppError.from(signal.reason))
        screen.then(
          (render) => set(waiting.map((other) => (other.place === place ? { ...other, render } : other))),
          (thrown: unknown) => decision.fail(AppError.from(thrown)),
        )
        if (signal.aborted) return reject(AppError.from(signal.reason))
        signal.addEventListener('abort', abort)
        set([...waiting, { ...question, place, decision, render: null }])
      }),
  }
}

import { AppError } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { Asking, Decision } from './Approval.ts'

/** One request that waits for a person. */
export type PendingApproval = {
  /** The page's own name for it, which the page may use again. */
  readonly id: string
  /** Where it stands among all that ever waited: no two have the same. */
  readonly place: number
  readonly asking: Asking
  /** The screen for it. */
  render(decision: Decision<unknown>): ReactElement
  readonly decision: Decision<unknown>
}

export type ApprovalQueue = {
  /** Resolves with the result, or rejects with USER_REJECTED, the signal's reason, or why it could not be done. */
  ask(request: { id: string; asking: Asking; render: PendingApproval['render']; signal: AbortSignal }): Promise<unknown>
  /** The one on screen; null when nothing waits. */
  current(): PendingApproval | null
  /** How many wait, the one on screen included. */
  size(): number
  subscribe(onChange: () => void): () => void
}

/** Approvals in the order in which they came, one on screen at a time. Each is settled once; what is settled leaves. */
export const createApprovalQueue = (): ApprovalQueue => {
  let waiting: readonly PendingApproval[] = []
  let places = 0
  const subscribers = new Set<() => void>()
  const set = (next: readonly PendingApproval[]): void => {
    waiting = next
    for (const notify of subscribers) notify()
  }

  return {
    current: () => waiting[0] ?? null,
    size: () => waiting.length,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    ask: ({ id, asking, render, signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(AppError.from(signal.reason))
        const leave = (settle: () => void): void => {
          if (!waiting.includes(approval)) return
          signal.removeEventListener('abort', abort)
          set(waiting.filter((other) => other !== approval))
          settle()
        }
        const abort = () => approval.decision.fail(AppError.from(signal.reason))
        const approval: PendingApproval = {
          id,
          place: ++places,
          asking,
          render,
          decision: {
            approve: (result) => leave(() => resolve(result)),
            reject: () => leave(() => reject(new AppError('USER_REJECTED'))),
            fail: (error) => leave(() => reject(error)),
          },
        }
        signal.addEventListener('abort', abort)
        set([...waiting, approval])
      }),
  }
}

import { AppError, type ApprovalMethod, type RpcParams, type RpcResult } from '@latchkey/protocol'
import type { ApprovalKind, ApprovalTools, Asking, Decision } from './Approval.ts'
import { approvalKinds } from './approvalKinds.ts'
import type { ApprovalQueue } from './createApprovalQueue.ts'

export type ApprovalDesk = {
  /**
   * Put a request before the person. Fails before any screen with what is wrong with the parameters, then with
   * USER_REJECTED, ABORTED, or why it could not be done.
   *
   * @param request.id the wire id, by which the page may abort it.
   */
  ask<method extends ApprovalMethod>(request: {
    id: string
    method: method
    params: RpcParams<method>
    asking: Asking
  }): Promise<RpcResult<method>>
  /** The page drops one request, or all: they fail with ABORTED. */
  abort(id?: string): void
  /** Nobody can answer any more, and every request fails with why. */
  endAll(reason: AppError): void
  /** Load what showing an approval takes, so that the first one is not slow. */
  preload(): void
}

export type ApprovalDeskDeps = {
  queue: ApprovalQueue
  toolsFor: (asking: Asking) => ApprovalTools
  /** Puts the queue on screen; may be called again. */
  mount: () => Promise<void>
}

export const createApprovalDesk = ({ queue, toolsFor, mount }: ApprovalDeskDeps): ApprovalDesk => {
  const open = new Map<string, AbortController>()
  const endAll = (reason: AppError): void => {
    for (const controller of [...open.values()]) controller.abort(reason)
  }

  return {
    async ask({ id, method, params, asking }) {
      const controller = new AbortController()
      open.set(id, controller)
      try {
        const kind = (await approvalKinds[method]()) as ApprovalKind<typeof method>
        const screen = kind.prepare(params, asking)
        const tools = toolsFor(asking)
        await mount()
        const result = await queue.ask({
          id,
          asking,
          signal: controller.signal,
          render: (decision) => screen({ asking, tools, decision: decision as Decision<RpcResult<typeof method>> }),
        })
        return result as RpcResult<typeof method>
      } finally {
        open.delete(id)
      }
    },
    abort(id) {
      const reason = new AppError('ABORTED')
      if (id === undefined) endAll(reason)
      else open.get(id)?.abort(reason)
    },
    endAll,
    preload() {
      void Promise.all([mount(), ...Object.values(approvalKinds).map((load) => load())]).catch(() => undefined)
    },
  }
}

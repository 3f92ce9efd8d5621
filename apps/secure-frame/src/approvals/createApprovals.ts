import { withCopy } from '@latchkey/copy'
import { AppError, isRpcMethod, rpcMethods } from '@latchkey/protocol'
import type { Caller, Namespace } from '../session/Caller.ts'
import type { ApprovalKind, ApprovalTools, Decision, RequestContextFor, Requester } from './Approval.ts'
import { approvalKinds } from './approvalKinds.ts'
import type { ApprovalName, ApprovalParams, ApprovalResult } from './approvalRows.ts'
import type { ApprovalQueue, Render } from './createApprovalQueue.ts'

/** The part of a kind's code that is loaded together: a namespace, or smart accounts. */
type PreloadedPart = Namespace | 'smartAccount'

export type Approvals<caller extends Requester = Caller> = {
  /**
   * Queues a request for the user behind all earlier ones. Fails before any screen with an error in the parameters, then with
   * USER_REJECTED, ABORTED, or why it could not be done.
   *
   * @param request.id the page's ID for it.
   * @param request.signal cancels the request, which fails with ABORTED.
   */
  ask<name extends ApprovalName>(request: {
    id: string
    method: name
    params: ApprovalParams<name>
    requestContext: RequestContextFor<name, caller>
    signal: AbortSignal
  }): Promise<ApprovalResult<name>>
  /** Fails every request with this reason; approvals are over. */
  endAll(reason: AppError): void
  /** Loads the code that approvals of one part need, so that the first is fast. Solana and smart accounts load separately. */
  preload(part: PreloadedPart): void
}

export type ApprovalDeskDeps<caller extends Requester> = {
  queue: ApprovalQueue
  toolsFor: (requestContext: RequestContextFor<ApprovalName, caller>) => ApprovalTools
  /** Mounts the queue on screen; may be called again. */
  mount: () => Promise<void>
}

export const createApprovals = <caller extends Requester = Caller>({
  queue,
  toolsFor,
  mount,
}: ApprovalDeskDeps<caller>): Approvals<caller> => {
  const open = new Set<AbortController>()

  return {
    async ask({ id, method, params, requestContext, signal }) {
      if (signal.aborted) throw new AppError('ABORTED')
      const controller = new AbortController()
      const drop = (): void => controller.abort(new AppError('ABORTED'))
      signal.addEventListener('abort', drop)
      open.add(controller)
      const tools = toolsFor(requestContext)
      const prepare = async (): Promise<Render> => {
        const kind = (await withCopy<unknown>(approvalKinds[method]())) as ApprovalKind<typeof method>
        const screen = await kind.prepare(params, requestContext)
        await mount()
        return (decision) =>
          screen({ requestContext, tools, decision: decision as Decision<ApprovalResult<typeof method>> })
      }
      try {
        // Queued before anything is awaited: a screen that loads faster must not overtake.
        const result = await queue.ask({ id, method, params, requestContext, tools }, prepare(), controller.signal)
        return result as ApprovalResult<typeof method>
      } finally {
        signal.removeEventListener('abort', drop)
        open.delete(controller)
      }
    },
    endAll(reason) {
      for (const controller of [...open]) controller.abort(reason)
    },
    preload(part) {
      const kinds = Object.entries(approvalKinds).filter(([name]) => partOfKind(name) === part)
      void Promise.all([mount(), ...kinds.map(([, load]) => load())]).catch(() => undefined)
    },
  }
}

/** Kinds of approval other than methods are for every account. */
const partOfKind = (name: string): PreloadedPart =>
  isRpcMethod(name) ? (rpcMethods[name].needs ?? rpcMethods[name].namespace) : 'eip155'

import type { Handler } from './HandlerDeps.ts'

/** Drop the approval with this id, or all of them. Reads go on. */
export const rpcAbort: Handler<'RPC_ABORT'> =
  ({ approvals }) =>
  async (payload) => {
    approvals.abort(payload?.id)
    return undefined
  }

import type { Handler } from './HandlerDeps.ts'

/** A soft reset: whatever waits for a person is dropped. Who is signed in stays. */
export const reload: Handler<'RELOAD'> =
  ({ approvals }) =>
  async () => {
    approvals.abort()
    return undefined
  }

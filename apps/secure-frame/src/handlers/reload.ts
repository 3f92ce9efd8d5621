import type { Handler } from './HandlerDeps.ts'

/**
 * A soft reset: the host has dropped whatever waits for a person, and a Farcaster link is worth nothing any more. Who is signed
 * in stays.
 */
export const reload: Handler<'RELOAD'> =
  ({ session }) =>
  async () => {
    session.dropFarcaster()
    return undefined
  }

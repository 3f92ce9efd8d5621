import type { Handler } from './HandlerDeps.ts'

/** What the page says of itself. The project is the one the frame was opened for, whatever is said here. */
export const syncDappData: Handler<'SYNC_DAPP_DATA'> =
  ({ surface }) =>
  async ({ metadata }) => {
    surface.change({ claim: metadata ?? null })
    return undefined
  }

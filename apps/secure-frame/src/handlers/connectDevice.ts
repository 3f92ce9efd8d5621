import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * Wait until the mailed link is agreed to; the code is then mailed without being asked for. A page may ask this many times
 * for one login, and all are answered. In profile 5 no page knows of the link.
 */
export const connectDevice: Handler<'CONNECT_DEVICE'> =
  ({ session }) =>
  async (_, { context: page, signal }) => {
    if (page.profile === 5) throw new AppError('NOT_ENABLED')
    await session.awaitApproval(signal)
    return undefined
  }

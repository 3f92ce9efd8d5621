import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * The person's smart account on the chain that the page is on, and whether it is deployed: its first operation does that, and
 * asks the person. NOT_ENABLED where there is none.
 */
export const initSmartAccount: Handler<'INIT_SMART_ACCOUNT'> =
  ({ session, smartAccounts }) =>
  async (_, { context: page }) => {
    const { address: owner } = await session.caller(page)
    const chainId = await session.chainOf(page, 'eip155')
    const account = await smartAccounts.on(chainId, owner)
    if (account === null) throw new AppError('NOT_ENABLED')
    return { address: account.address, isDeployed: await smartAccounts.isDeployed(chainId, account) }
  }

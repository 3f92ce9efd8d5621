import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/**
 * The person would rather have this kind of account on this page. Answers which they have on the chain that the page is on: an
 * EOA where there is nothing else. NOT_ENABLED where the project has no smart accounts at all.
 */
export const setPreferredAccount: Handler<'SET_PREFERRED_ACCOUNT'> =
  ({ session, smartAccounts }) =>
  async ({ type }, { context: page }) => {
    if (smartAccounts.networks.length === 0) throw new AppError('NOT_ENABLED')
    await session.caller(page)
    await session.preferAccount(page, type)
    const { address, smartAccount } = await session.callerOn(page, await session.chainOf(page, 'eip155'))
    return { type: smartAccount === null ? 'eoa' : 'smartAccount', address }
  }

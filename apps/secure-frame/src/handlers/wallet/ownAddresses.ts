import type { Page } from '../../boundary/Page.ts'
import type { HandlerDeps } from '../HandlerDeps.ts'

/** Returns all addresses that the page's user has on Ethereum's networks, in lower case. Fails with UNAUTHORIZED. */
export const ownAddresses = async ({ session, smartAccounts }: HandlerDeps, page: Page): Promise<Set<string>> => {
  const { address } = await session.caller(page)
  const smart = await Promise.all(smartAccounts.networks.map((id) => smartAccounts.on(id, address)))
  return new Set([address, ...smart.flatMap((each) => each?.address ?? [])].map((each) => each.toLowerCase()))
}

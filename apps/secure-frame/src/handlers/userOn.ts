import { isEmail, type Result } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { type ServedNetwork, wireChainOf } from '../chain/networkOf.ts'
import type { HandlerDeps } from './HandlerDeps.ts'

/** The signed-in person's account on a network, which becomes the page's in its namespace. */
export const userOn = async (
  { session, approvals }: Pick<HandlerDeps, 'session' | 'approvals'>,
  page: Page,
  network: ServedNetwork,
) => {
  const caller = await session.caller(page, network.chainNamespace)
  await session.setChain(page, network.caipNetworkId)
  const email = await session.email(caller)
  const login = await session.login(caller)
  if (network.chainNamespace === 'solana') approvals.preload('solana')
  return {
    // A provider may call something an address that the wire does not.
    email: email !== null && isEmail(email) ? email : null,
    address: caller.address,
    chainId: wireChainOf(network),
    // Kinds of accounts are Ethereum's; what a page knows of those is not to change with an answer about Solana.
    ...(network.chainNamespace === 'eip155' && {
      accounts: [{ address: caller.address, type: 'eoa' as const }],
      preferredAccountType: 'eoa' as const,
    }),
    ...(login !== null && { provider: login.provider }),
    ...(login?.userName && { userName: login.userName.slice(0, 200) }),
  } satisfies Result<'CONNECT_SOCIAL'>
}

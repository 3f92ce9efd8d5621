import type { EvmNetwork } from '@latchkey/chains'
import { isEmail, type Result } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from '../session/Caller.ts'
import type { HandlerDeps } from './HandlerDeps.ts'

/** The signed-in person's account on a network, which becomes the active one of the page. */
export const userOn = async (
  { session }: Pick<HandlerDeps, 'session'>,
  page: Page,
  caller: Caller,
  network: EvmNetwork,
) => {
  await session.setChain(page, network.caipNetworkId)
  const email = await session.email(caller)
  const login = await session.login(caller)
  return {
    // A provider may call something an address that the wire does not.
    email: email !== null && isEmail(email) ? email : null,
    address: caller.address,
    chainId: network.id,
    accounts: [{ address: caller.address, type: 'eoa' as const }],
    preferredAccountType: 'eoa' as const,
    ...(login !== null && { provider: login.provider }),
    ...(login?.userName && { userName: login.userName.slice(0, 200) }),
  } satisfies Result<'CONNECT_SOCIAL'>
}

import { isEmail, type Result } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { type ServedNetwork, wireChainOf } from '../chain/networkOf.ts'
import type { Caller } from '../session/Caller.ts'
import type { AccountType } from '../session/Session.ts'
import type { HandlerDeps } from './HandlerDeps.ts'

type UserDeps = Pick<HandlerDeps, 'session' | 'approvals' | 'smartAccounts' | 'oneClick'>
type Wanted = {
  /**
   * The account type that the page requests on Ethereum's networks from now on; where the network has no smart accounts it is an
   * EOA all the same.
   */
  preferredAccountType?: AccountType | undefined
  /** Signed if a sign-in that was just completed allows it. */
  siwxMessage?: unknown
}

/** Returns the signed-in user's account on a network, which becomes the page's in its namespace. */
export const getUserOnChain = async (
  { session, approvals, smartAccounts, oneClick }: UserDeps,
  page: Page,
  network: ServedNetwork,
  { preferredAccountType: wanted, siwxMessage }: Wanted = {},
) => {
  const isEvm = network.chainNamespace === 'eip155'
  if (isEvm && wanted !== undefined) await session.preferAccount(page, wanted)
  const caller = await session.requireCallerOnChain(page, network.caipNetworkId)
  await session.setChain(page, network.caipNetworkId)
  const email = await session.email(caller)
  const login = await session.login(caller)
  if (!isEvm) approvals.preload('solana')
  if (caller.smartAccount !== null) approvals.preload('smartAccount')
  const signed = siwxMessage === undefined ? null : await oneClick.sign(caller, network, siwxMessage)
  return {
    // A provider may accept an address that the wire does not.
    email: email !== null && isEmail(email) ? email : null,
    address: caller.address,
    chainId: wireChainOf(network),
    // Account types exist only on Ethereum; a response about Solana must not change the page's data of those.
    ...(isEvm && {
      accounts: await accountsOf(smartAccounts, caller, network),
      preferredAccountType: caller.smartAccount === null ? ('eoa' as const) : ('smartAccount' as const),
    }),
    ...(login !== null && { provider: login.provider }),
    ...(login?.userName && { userName: login.userName.slice(0, 200) }),
    ...signed,
  } satisfies Result<'CONNECT_SOCIAL'>
}

/** Returns all of the user's accounts there, whichever of them the page is connected to. */
const accountsOf = async (
  smartAccounts: HandlerDeps['smartAccounts'],
  { address, smartAccount }: Caller,
  { caipNetworkId }: ServedNetwork,
): Promise<{ address: string; type: AccountType }[]> => {
  const owner = smartAccount?.owner ?? address
  const smart = smartAccount ?? (await smartAccounts.on(caipNetworkId, owner))
  const plain = { address: owner, type: 'eoa' as const }
  return smart === null ? [plain] : [plain, { address: smart.address, type: 'smartAccount' }]
}

import { AppError } from '@latchkey/protocol'
import type { CallsStore } from '../calls/CallsStore.ts'
import type { CallNode, ChainReader } from '../chain/createChainReader.ts'
import type { AskNode } from '../chain/createSolanaReader.ts'
import type { Caller } from '../session/Caller.ts'
import type { Lock } from '../session/callApi.ts'
import type { Session } from '../session/Session.ts'
import type { ApprovalTools, RequestContext, Requester } from './Approval.ts'
import type { Screens } from './openScreens.ts'

export type ToolsDeps = {
  session: Pick<Session, 'sign' | 'call'>
  chain: (caipNetworkId: string) => ChainReader
  askNode: AskNode
  callNode: CallNode
  lock: Lock
  screens: () => Promise<Screens>
  calls: () => Promise<CallsStore>
}

/** What the screens of the wallet document may use, for one caller on one network. What few of them need is loaded then. */
export const createTools =
  ({ session, chain, askNode, callNode, lock, screens, calls }: ToolsDeps) =>
  ({ caller, network }: RequestContext<Requester | Caller>): ApprovalTools => ({
    sign: async (content) => session.sign(callerIn(caller), content),
    read: chain(network.caipNetworkId),
    readSolana: async (name, params) => {
      const { createSolanaReader } = await import('../chain/createSolanaReader.ts')
      return await createSolanaReader(askNode, network.caipNetworkId)(name, params)
    },
    lock,
    consult: async (name, params) => (await screens()).consultFor(caller.address, network)(name, params),
    services: async (name, params) => {
      const requestContext = { caller: callerIn(caller), network }
      const { createServices } = await import('../createServices.ts')
      const deps = { session, callNode, calls: await calls(), lock, now: Date.now }
      return await createServices(deps, requestContext)(name, params)
    },
  })

/** Who asks, if the guard vouches for them. A page that is not agreed to yet has nothing done. Throws UNAUTHORIZED. */
const callerIn = (requester: Requester | Caller): Caller => {
  if (!('sessionId' in requester)) throw new AppError('UNAUTHORIZED')
  return requester
}

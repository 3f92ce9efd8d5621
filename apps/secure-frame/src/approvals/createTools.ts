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

/** Returns the tools of the wallet document's screens, for one caller on one network. Rarely used ones load on demand. */
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

/** Returns the requester if the guard has verified it. A page without consent can't request anything. Throws UNAUTHORIZED. */
const callerIn = (requester: Requester | Caller): Caller => {
  if (!('sessionId' in requester)) throw new AppError('UNAUTHORIZED')
  return requester
}

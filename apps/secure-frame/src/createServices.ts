import { parseUserOperation, smartAccountContracts, userOperationHash } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { type CallsStore, withCalls, withDropped } from './calls/CallsStore.ts'
import { type CallNode, createChainReader } from './chain/createChainReader.ts'
import type { ServedNetwork } from './chain/networkOf.ts'
import { isKnownAlready } from './chain/operationRefusal.ts'
import { permissionActs } from './permissions/permissionActs.ts'
import type { Caller } from './session/Caller.ts'
import type { Lock } from './session/callApi.ts'
import type { Session } from './session/Session.ts'
import {
  type ServiceName,
  type ServiceParams,
  type ServiceResult,
  type Services,
  services,
} from './smartAccount/services.ts'
import { holdMs, sendLock, waitForOutcome } from './smartAccount/waitForOutcome.ts'

export type ServicesDeps = {
  session: Pick<Session, 'call'>
  callNode: CallNode
  calls: CallsStore
  lock: Lock
  now: () => number
  /** Default: the clock's. */
  wait?: (ms: number) => Promise<void>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The wallet's services for one caller on one network. */
export const createServices = (
  { session, callNode, calls, lock, now, wait = pause }: ServicesDeps,
  { caller, network }: { caller: Caller; network: ServedNetwork },
): Services => {
  const { origin, projectId, userId, smartAccount } = caller
  const { caipNetworkId: chainId } = network
  const owner = { origin, projectId, userId }

  /** Throws UNAUTHORIZED unless the sender is the caller's own smart account. */
  const requireOwn = (sender: string): void => {
    if (sender.toLowerCase() !== smartAccount?.address.toLowerCase()) throw new AppError('UNAUTHORIZED')
  }

  const read = createChainReader(callNode, chainId)

  /** A node without an answer doesn't keep the user from sending. */
  const readNewestBlock = (): Promise<bigint | undefined> =>
    read('eth_blockNumber', undefined).then(BigInt, () => undefined)

  /**
   * Until an operation is on the chain, another one would have the same nonce, and be refused or replace it. The screen that
   * has sent it waits as well, but a window closes with its result, and its locks are released.
   */
  const holdNext = ({ sender }: { sender: string }, hash: string): void => {
    const work = () => waitForOutcome(hash, { read, wait }, holdMs)
    lock(sendLock(Number(network.id), sender), work).catch(() => undefined)
  }

  const acts: { [name in ServiceName]: (params: ServiceParams<name>) => Promise<ServiceResult<name>> } = {
    async sponsor({ operation, ...params }) {
      requireOwn(operation.sender)
      return await session.call(caller, 'sponsorOperation', { projectId, chainId, operation, ...params })
    },
    async send({ operation }) {
      requireOwn(operation.sender)
      const params = [operation, smartAccountContracts.entryPoint]
      const hash = await callNode(chainId, 'eth_sendUserOperation', params).catch((error: unknown) => {
        // An earlier try has arrived.
        const isThere = error instanceof AppError && isKnownAlready(error.cause)
        if (isThere) return userOperationHash(parseUserOperation(operation), Number(network.id))
        throw error
      })
      const answer = z.safeParse(services.send.result, { hash })
      // The bundler may or may not have taken the operation.
      if (!answer.success) throw new AppError('BUNDLER_UNREACHABLE', { cause: answer.error })
      holdNext(operation, answer.data.hash)
      return answer.data
    },
    async rememberCalls({ id, hash, isLegacy, atomic }) {
      const kind = smartAccount === null ? ('transaction' as const) : ('operation' as const)
      const sinceBlock = kind === 'operation' ? await readNewestBlock() : undefined
      const kept = { chainId, kind, hash, isLegacy, atomic, keptAtMs: now(), sinceBlock, isDropped: false }
      const own = id ?? newId()
      let given = own
      await calls.update(owner, (list) => {
        const same =
          id === null && list.find((each) => each.hash === hash && each.chainId === chainId && !each.isDropped)
        given = same ? same.id : own
        return withCalls(list, { id: given, ...kept })
      })
      return { id: given }
    },
    async dropCalls({ id }) {
      await calls.update(owner, (list) => withDropped(list, id))
      return null
    },
    ...permissionActs(session, caller, chainId),
  }
  return (name, params) => acts[name](params)
}

/** Returns 32 bytes that no page can guess. */
const newId = (): string =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

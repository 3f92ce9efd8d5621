import { AppError, isSafeMethod, rpcMethods } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { approvalRows } from '../approvalRows.ts'
import type { PendingApproval } from '../createApprovalQueue.ts'
import { insights, isInsight } from '../insights/insights.ts'
import { fromFailure, toFailure } from './failures.ts'
import { type Call, type ToFrame, type ToWindow, toFrame } from './messages.ts'

/** The request before the user, and its digest. */
export type Shown = { readonly approval: PendingApproval; readonly digest: string }

export type AnswerWindowOptions = {
  port: MessagePort
  /** Returns the current request; null when there is none. */
  shown: () => Shown | null
  /** A signed transaction has left for the window: from then on it may be on its way to the network. */
  onTransactionSigned: (approval: PendingApproval) => void
}

/** The frame's end of the channel. */
export type WindowLine = {
  send(message: ToWindow, transfer?: Transferable[]): void
  /** Stops listening and releases every lock. */
  close(): void
}

/**
 * Serves the window: signs, reads, consults and locks for the current request, and takes the user's decision. Messages that
 * name another digest, on arrival or when the result is sent, are ignored.
 */
export const answerWindow = ({ port, shown, onTransactionSigned }: AnswerWindowOptions): WindowLine => {
  const held = new Map<number, () => void>()
  let lastCall = 0
  let isOpen = true

  /** The request that a message is about, if it is still the current one. */
  const meant = (digest: string): PendingApproval | null => {
    const now = shown()
    return isOpen && now !== null && now.digest === digest ? now.approval : null
  }
  const send: WindowLine['send'] = (message, transfer = []) => {
    if (isOpen) port.postMessage(message, transfer)
  }

  const sign = async ({ call, digest, content }: Extract<Call, { type: 'sign' }>, approval: PendingApproval) => {
    const signature = new Uint8Array(await approval.tools.sign(content)).buffer
    // The page dropped it, or the user signed out, while it was being signed: the signature is not sent.
    if (meant(digest) !== approval) throw new AppError('ABORTED')
    if (goesOut(approval, content)) onTransactionSigned(approval)
    send({ type: 'done', call, result: signature }, [signature])
  }
  const read = async ({ call, method, params }: Extract<Call, { type: 'read' }>, approval: PendingApproval) => {
    if (!isSafeMethod(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const given = readParams(rpcMethods[method].params, params)
    send({ type: 'done', call, result: await approval.tools.read(method, given as never) })
  }
  const readSolana = async (
    { call, method, params }: Extract<Call, { type: 'readSolana' }>,
    approval: PendingApproval,
  ) => {
    const { isSolanaRead, solanaReads } = await import('../../chain/solanaReads.ts')
    if (!isSolanaRead(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const given = readParams(solanaReads[method].params, params)
    send({ type: 'done', call, result: await approval.tools.readSolana(method, given as never) })
  }
  const consult = async ({ call, name, params }: Extract<Call, { type: 'consult' }>, approval: PendingApproval) => {
    if (!isInsight(name)) throw new AppError('METHOD_NOT_ALLOWED')
    const given = readParams(insights[name].params, params)
    send({ type: 'done', call, result: await approval.tools.consult(name, given as never) })
  }
  const serve = async ({ call, digest, name, params }: Extract<Call, { type: 'serve' }>, approval: PendingApproval) => {
    const { isService, services } = await import('../../smartAccount/services.ts')
    if (!isService(name)) throw new AppError('METHOD_NOT_ALLOWED')
    const given = readParams(services[name].params, params)
    // The rows may have taken a while to load.
    if (meant(digest) !== approval) throw new AppError('ABORTED')
    send({ type: 'done', call, result: await approval.tools.services(name, given as never) })
  }
  const lock = ({ call, name, digest }: Extract<Call, { type: 'lock' }>, approval: PendingApproval) =>
    approval.tools.lock(name, async () => {
      if (meant(digest) !== approval) throw new AppError('ABORTED')
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(call, resolve)
      send({ type: 'done', call, result: null })
      await promise
    })
  const unlock = ({ call, held: of }: Extract<Call, { type: 'unlock' }>) => {
    held.get(of)?.()
    held.delete(of)
    send({ type: 'done', call, result: null })
  }

  const perform = async (message: Call): Promise<void> => {
    // A lock that was taken for a request can be released regardless of the request's state.
    if (message.type === 'unlock') return unlock(message)
    const approval = meant(message.digest)
    if (approval === null) throw new AppError('ABORTED')
    if (message.type === 'sign') await sign(message, approval)
    else if (message.type === 'read') await read(message, approval)
    else if (message.type === 'readSolana') await readSolana(message, approval)
    else if (message.type === 'consult') await consult(message, approval)
    else if (message.type === 'serve') await serve(message, approval)
    else await lock(message, approval)
  }

  port.addEventListener('message', ({ data }) => {
    const parsed = z.safeParse(toFrame, data)
    if (!isOpen || !parsed.success) return
    const message = parsed.data
    if (!('call' in message)) return decide(meant(message.digest), message)
    if (message.call <= lastCall) return
    lastCall = message.call
    perform(message).catch((thrown: unknown) => {
      send({ type: 'failed', call: message.call, error: toFailure(thrown) })
    })
  })
  port.start()

  return {
    send,
    close() {
      isOpen = false
      for (const release of held.values()) release()
      held.clear()
      port.close()
    },
  }
}

/**
 * Returns whether this signature is enough to send the transaction. Transactions that are returned to the page are sent by
 * the page. A smart account's transaction is signed as typed data.
 */
const goesOut = ({ method }: PendingApproval, { kind }: Signable): boolean =>
  kind === 'transaction' ||
  (kind === 'typedData' && method !== 'eth_signTypedData_v4') ||
  (kind === 'solanaTransaction' && method === 'solana_signAndSendTransaction')

/** Takes the user's decision about a request; ignored if it is no longer the current one (null). */
const decide = (approval: PendingApproval | null, message: Exclude<ToFrame, Call>): void => {
  if (approval === null) return
  const { approve, reject, fail } = approval.decision
  if (message.type === 'reject') reject()
  else if (message.type === 'fail') fail(fromFailure(message.error))
  else {
    const parsed = z.safeParse(approvalRows[approval.method].result, message.result)
    if (parsed.success) approve(parsed.data)
    else fail(new AppError('INTERNAL', { cause: parsed.error }))
  }
}

/** Throws INVALID_PARAMS. */
const readParams = <shape extends z.ZodMiniType>(shape: shape, params: unknown): z.output<shape> => {
  const parsed = z.safeParse(shape, params)
  if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
  return parsed.data
}

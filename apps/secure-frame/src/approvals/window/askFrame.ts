import { AppError, isSafeMethod, rpcMethods } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { ApprovalTools } from '../Approval.ts'
import { insights } from '../insights/insights.ts'
import { digestOf } from './digestOf.ts'
import { fromFailure, toFailure } from './failures.ts'
import { type Call, type ToFrame, type ToWindow, toWindow } from './messages.ts'

export type ShowMessage = Extract<ToWindow, { type: 'show' }>

export type AskFrameOptions = {
  port: MessagePort
  /** Another request replaces the last. */
  onShow: (message: ShowMessage) => void
  /** The frame is gone, or the digest doesn't match the request: nothing can be decided here any longer. */
  onEnd: () => void
}

/** The window's end of the channel. */
export type FrameLine = {
  /** The tools of a screen, run by the frame for the request of this digest. */
  tools(digest: string): ApprovalTools
  decide(
    digest: string,
    outcome: { kind: 'approve'; result: unknown } | { kind: 'reject' | 'fail'; error: AppError },
  ): void
  /** The frame is gone. All pending calls fail with DISCONNECTED. */
  end(): void
}

/** `Omit` for each member of a union. */
type Without<union, key extends string> = union extends unknown ? Omit<union, key> : never

type Ask = (message: Without<Call, 'call'>) => { call: number; answer: Promise<unknown> }

const signature = z.instanceof(ArrayBuffer)

/** Connects to the frame. A request counts only if its digest matches the announced one. */
export const askFrame = ({ port, onShow, onEnd }: AskFrameOptions): FrameLine => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  let isOpen = true

  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    port.close()
    for (const { reject } of waiting.values()) reject(new AppError('DISCONNECTED'))
    waiting.clear()
    onEnd()
  }
  const send = (message: ToFrame): void => {
    if (isOpen) port.postMessage(message)
  }
  const ask: Ask = (message) => {
    const call = ++calls
    const settled = Promise.withResolvers<unknown>()
    if (!isOpen) settled.reject(new AppError('DISCONNECTED'))
    else {
      waiting.set(call, settled)
      send({ ...message, call } as Call)
    }
    return { call, answer: settled.promise }
  }
  const show = async (message: ShowMessage): Promise<void> => {
    const isTrue = await digestOf(message.request).then(
      (digest) => digest === message.digest,
      () => false,
    )
    if (isTrue && isOpen) onShow(message)
    else end()
  }

  port.addEventListener('message', ({ data }) => {
    const parsed = z.safeParse(toWindow, data)
    if (!isOpen || !parsed.success) return
    const message = parsed.data
    if (message.type === 'show') return void show(message)
    const settled = waiting.get(message.call)
    waiting.delete(message.call)
    if (message.type === 'done') settled?.resolve(message.result)
    else settled?.reject(fromFailure(message.error))
  })
  port.addEventListener('close', end)
  port.start()

  return {
    end,
    tools: (digest) => toolsOf(digest, ask),
    decide(digest, outcome) {
      if (outcome.kind === 'approve') send({ type: 'approve', digest, result: outcome.result })
      else if (outcome.kind === 'reject') send({ type: 'reject', digest })
      else send({ type: 'fail', digest, error: toFailure(outcome.error) })
    },
  }
}

/** The tools of a screen: each call is sent to the frame, for the request of this digest. */
const toolsOf = (digest: string, ask: Ask): ApprovalTools => ({
  async sign(content) {
    const result = z.safeParse(signature, await ask({ type: 'sign', digest, content }).answer)
    if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
    return new Uint8Array(result.data)
  },
  async read(method, params) {
    if (!isSafeMethod(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const result = z.safeParse(rpcMethods[method].result, await ask({ type: 'read', digest, method, params }).answer)
    if (!result.success) throw new AppError('CHAIN_UNREACHABLE', { cause: result.error })
    return result.data as never
  },
  async readSolana(method, params) {
    const { isSolanaRead, solanaReads } = await import('../../chain/solanaReads.ts')
    if (!isSolanaRead(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const answer = await ask({ type: 'readSolana', digest, method, params }).answer
    const result = z.safeParse(solanaReads[method].result, answer)
    if (!result.success) throw new AppError('CHAIN_UNREACHABLE', { cause: result.error })
    return result.data as never
  },
  async consult(name, params) {
    const result = z.safeParse(insights[name].result, await ask({ type: 'consult', digest, name, params }).answer)
    if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
    return result.data as never
  },
  async services(name, params) {
    const { services } = await import('../../smartAccount/services.ts')
    const answer = await ask({ type: 'serve', digest, name, params }).answer
    const result = z.safeParse(services[name].result, answer)
    if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
    return result.data as never
  },
  async lock(name, work) {
    const { call: held, answer } = ask({ type: 'lock', digest, name })
    await answer
    try {
      return await work()
    } finally {
      await ask({ type: 'unlock', digest, held }).answer.catch(() => undefined)
    }
  },
})

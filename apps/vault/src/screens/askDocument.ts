import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { type Person, type QuestionKind, questions } from './questions.ts'
import { type ScreenRequest, screenAnswer } from './screenMessages.ts'
import { wipeBuffers } from './wipeBuffers.ts'

/** The part of a worker's global scope that reaches its document. */
export type DocumentLine = {
  postMessage(message: ScreenRequest): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

type Pending = { id: number; kind: QuestionKind; resolve: (answer: never) => void; reject: (reason: AppError) => void }

/**
 * The worker's end: prompts the user through the vault's document. Answers that do not parse with their row reject as INTERNAL; unawaited
 * ones are dropped. The buffers of both are overwritten.
 */
export const askDocument = (line: DocumentLine): Person => {
  let pending: Pending | null = null
  let lastId = 0
  let isUp = false

  const settle = (settleIt: (pending: Pending) => void): void => {
    const settled = pending
    pending = null
    if (settled !== null) settleIt(settled)
  }
  line.addEventListener('message', ({ data }) => {
    const message = screenAnswer.safeParse(data)
    if (!message.success || message.data.id !== pending?.id) return wipeBuffers(data)
    const reply = message.data
    settle(({ kind, resolve, reject }) => {
      if ('refused' in reply) return reject(new AppError(reply.refused))
      const parsed = z.safeParse<z.ZodMiniType>(questions[kind].answer, reply.answer)
      if (parsed.success) return resolve(parsed.data as never)
      wipeBuffers(data)
      reject(new AppError('INTERNAL'))
    })
  })

  return {
    ask: (kind, question, appearance) =>
      new Promise((resolve, reject) => {
        if (pending !== null) throw new AppError('INTERNAL')
        pending = { id: ++lastId, kind, resolve, reject }
        isUp = true
        line.postMessage({ type: 'ask', id: lastId, kind, question, appearance })
      }),
    leave() {
      if (isUp) line.postMessage({ type: 'leave' })
      isUp = false
      settle(({ reject }) => reject(new AppError('USER_REJECTED')))
    },
  }
}

import { localA } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { asCaller } from '../session/Caller.ts'
import type { ApprovalTools } from './Approval.ts'
import { createApprovalQueue, type Question, type Render } from './createApprovalQueue.ts'

const caller = asCaller(asPage('https://dapp.example', 'demo', 5), {
  userId: 'user',
  sessionId: 'session',
  address: `0x${'1'.repeat(40)}`,
})
const tools: ApprovalTools = {
  sign: () => Promise.reject(new Error('Nobody signs here')),
  read: () => Promise.reject(new Error('Nobody reads here')),
  readSolana: () => Promise.reject(new Error('Nobody reads here')),
  lock: (_, work) => work(),
  consult: async () => null as never,
  services: () => Promise.reject(new Error('Nobody serves here')),
}
const question = (id: string): Question => ({
  id,
  method: 'personal_sign',
  params: [],
  requestContext: { caller, network: localA, claim: null },
  tools,
})
const render = () => createElement('p')
/** Waits until screens that are already loaded have been processed. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const queueWith = async (...ids: string[]) => {
  const queue = createApprovalQueue()
  const changes: (string | undefined)[] = []
  queue.subscribe(() => changes.push(queue.current()?.id))
  const controllers = ids.map(() => new AbortController())
  const results = ids.map((id, index) =>
    queue.ask(question(id), Promise.resolve(render), controllers[index]?.signal ?? AbortSignal.abort()),
  )
  for (const result of results) result.catch(() => undefined)
  await settled()
  return { queue, results, controllers, changes }
}

describe('the queue of approvals', () => {
  test('shows one at a time, in the order in which they came', async () => {
    const { queue, results, changes } = await queueWith('a', 'b')
    queue.current()?.decision.approve('first')
    queue.current()?.decision.reject()
    expect(await results[0]).toBe('first')
    await expect(results[1]).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(changes.filter((id, index) => id !== changes[index - 1])).toEqual(['a', 'b', undefined])
  })

  test('settles each once: the first word counts', async () => {
    const { queue, results, controllers } = await queueWith('a', 'b')
    const shown = queue.current()
    shown?.decision.approve('signed')
    shown?.decision.reject()
    controllers[0]?.abort(new AppError('ABORTED'))
    expect(await results[0]).toBe('signed')
    expect(queue.current()?.id).toBe('b')
  })

  test('drops what is aborted, on screen or waiting, and says why', async () => {
    const { queue, results, controllers } = await queueWith('a', 'b', 'c')
    controllers[1]?.abort(new AppError('ABORTED'))
    expect(queue.current()?.id).toBe('a')
    controllers[0]?.abort(new AppError('SESSION_EXPIRED'))
    expect(queue.current()?.id).toBe('c')
    await expect(results[0]).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    await expect(results[1]).rejects.toMatchObject({ name: 'ABORTED' })
  })

  test('does not take in what was aborted before it came', async () => {
    const { queue } = await queueWith()
    const signal = AbortSignal.abort(new AppError('ABORTED'))
    const late = queue.ask(question('late'), Promise.resolve(render), signal)
    await expect(late).rejects.toMatchObject({ name: 'ABORTED' })
    expect(queue.current()).toBeNull()
  })

  test('keeps the order in which they came, whichever screen is there first', async () => {
    const { queue } = await queueWith()
    const { signal } = new AbortController()
    const slow = Promise.withResolvers<Render>()
    const first = queue.ask(question('slow'), slow.promise, signal)
    const second = queue.ask(question('fast'), Promise.resolve(render), signal)
    await settled()
    expect(queue.current()).toBeNull()
    slow.resolve(render)
    await settled()
    expect(queue.current()?.id).toBe('slow')
    queue.current()?.decision.approve(1)
    expect(queue.current()?.id).toBe('fast')
    queue.current()?.decision.approve(2)
    expect(await Promise.all([first, second])).toEqual([1, 2])
  })

  test('lets go of what has no screen, and the next one takes its turn', async () => {
    const { queue } = await queueWith()
    const { signal } = new AbortController()
    const first = queue.ask(question('bad'), Promise.reject(new AppError('INVALID_PARAMS')), signal)
    void queue.ask(question('good'), Promise.resolve(render), signal)
    await expect(first).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    await settled()
    expect(queue.current()?.id).toBe('good')
  })
})

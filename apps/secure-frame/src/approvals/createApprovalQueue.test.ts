import { localA } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { asCaller } from '../session/Caller.ts'
import { createApprovalQueue } from './createApprovalQueue.ts'

const caller = asCaller(asPage('https://dapp.example', 'demo', 5), {
  userId: 'user',
  sessionId: 'session',
  address: `0x${'1'.repeat(40)}`,
})
const asking = { caller, network: localA, claim: null }

const queueWith = (...ids: string[]) => {
  const queue = createApprovalQueue()
  const changes: (string | undefined)[] = []
  queue.subscribe(() => changes.push(queue.current()?.id))
  const controllers = ids.map(() => new AbortController())
  const results = ids.map((id, index) =>
    queue.ask({
      id,
      asking,
      render: () => createElement('p'),
      signal: controllers[index]?.signal ?? AbortSignal.abort(),
    }),
  )
  for (const result of results) result.catch(() => undefined)
  return { queue, results, controllers, changes }
}

describe('the queue of approvals', () => {
  test('shows one at a time, in the order in which they came', async () => {
    const { queue, results, changes } = queueWith('a', 'b')
    queue.current()?.decision.approve('first')
    queue.current()?.decision.reject()
    expect(await results[0]).toBe('first')
    await expect(results[1]).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(changes).toEqual(['a', 'a', 'b', undefined])
  })

  test('settles each once: the first word counts', async () => {
    const { queue, results, controllers } = queueWith('a', 'b')
    const shown = queue.current()
    shown?.decision.approve('signed')
    shown?.decision.reject()
    controllers[0]?.abort(new AppError('ABORTED'))
    expect(await results[0]).toBe('signed')
    expect(queue.current()?.id).toBe('b')
  })

  test('drops what is aborted, on screen or waiting, and says why', async () => {
    const { queue, results, controllers } = queueWith('a', 'b', 'c')
    controllers[1]?.abort(new AppError('ABORTED'))
    expect(queue.current()?.id).toBe('a')
    controllers[0]?.abort(new AppError('SESSION_EXPIRED'))
    expect(queue.current()?.id).toBe('c')
    await expect(results[0]).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    await expect(results[1]).rejects.toMatchObject({ name: 'ABORTED' })
  })

  test('does not take in what was aborted before it came', async () => {
    const { queue } = queueWith()
    const signal = AbortSignal.abort(new AppError('ABORTED'))
    const late = queue.ask({ id: 'late', asking, render: () => createElement('p'), signal })
    await expect(late).rejects.toMatchObject({ name: 'ABORTED' })
    expect(queue.current()).toBeNull()
  })
})

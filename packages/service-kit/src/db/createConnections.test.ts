import { expect, test } from 'vitest'
import { forCaller } from '../http/callerSignal.ts'
import { createConnections } from './createConnections.ts'

const never = new Promise<never>(() => {})

const open = (options: { size: number; waitMs?: number; maxCallMs?: number }) => {
  let resets = 0
  const connections = createConnections({
    look: async () => {},
    reset: () => {
      resets++
    },
    log: () => {},
    ...options,
  })
  return { ...connections, resets: () => resets }
}

test('a call that gets no connection in time is rejected, and one that waits less gets it', async () => {
  const { use } = open({ size: 1, waitMs: 20 })
  const first = Promise.withResolvers<string>()
  const holder = use(() => first.promise)
  let isAsked = false
  const late = use(async () => {
    isAsked = true
  })
  await expect(late).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
  expect(isAsked).toBe(false)
  const next = use(async () => 'next')
  first.resolve('first')
  expect([await holder, await next]).toEqual(['first', 'next'])
})

test('a call whose caller has left while it waited does nothing, and its connection goes to the next', async () => {
  const { use } = open({ size: 1 })
  const first = Promise.withResolvers<void>()
  const caller = new AbortController()
  const holder = use(() => first.promise)
  let isAsked = false
  const left = forCaller(caller.signal, () =>
    use(async () => {
      isAsked = true
    }),
  )
  const next = use(async () => 'next')
  caller.abort()
  first.resolve()
  await expect(left).rejects.toMatchObject({ name: 'ABORTED' })
  await holder
  expect([await next, isAsked]).toEqual(['next', false])
})

test('a transaction that never ends on a server that answers has the connections made anew', async () => {
  const { use, resets } = open({ size: 1, maxCallMs: 10 })
  void use(() => never)
  await expect.poll(resets).toBe(1)
})

test('a statement that the server has cancelled has changed nothing', async () => {
  const { use } = open({ size: 1 })
  const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  await expect(use(() => Promise.reject(cancelled))).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
})

import { mainnet } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { asCaller } from '../session/Caller.ts'
import { createApprovalQueue } from './createApprovalQueue.ts'
import { createApprovals } from './createApprovals.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const caller = asCaller(asPage('https://dapp.example', 'demo', 5), { userId: 'user', sessionId: 'session', address })

/** Approvals without screens: the queue shows what waits. */
const openApprovals = () => {
  const queue = createApprovalQueue()
  const approvals = createApprovals({ queue, toolsFor: () => ({}) as never, mount: async () => undefined })
  const ask = (signal: AbortSignal) => {
    const requestContext = { caller, network: mainnet, claim: null }
    const result = approvals.ask({
      id: 'same',
      method: 'personal_sign',
      params: ['0x00', address],
      requestContext,
      signal,
    })
    result.catch(() => undefined)
    return result
  }
  return { queue, approvals, ask }
}

test('what nobody wants any more leaves the desk, and only that, also where another has its id', async () => {
  const { queue, ask } = openApprovals()
  const page = new AbortController()
  const dropped = ask(page.signal)
  void ask(new AbortController().signal)
  page.abort()
  await expect(dropped).rejects.toMatchObject({ name: 'ABORTED' })
  expect(queue.size()).toBe(1)
})

test('what nobody wants any more when it comes is not asked', async () => {
  const { queue, ask } = openApprovals()
  await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ name: 'ABORTED' })
  expect(queue.size()).toBe(0)
})

test('when nobody can answer any more, everything ends with why', async () => {
  const { queue, approvals, ask } = openApprovals()
  const { signal } = new AbortController()
  const both = [ask(signal), ask(signal)]
  approvals.endAll(new AppError('SESSION_EXPIRED'))
  for (const each of both) await expect(each).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  expect(queue.size()).toBe(0)
})

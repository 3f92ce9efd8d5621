import { expect, test } from 'vitest'
import { createCodeStep, type MailedCode } from './createCodeStep.ts'

/** A solver that works when the test lets it. */
const openSolver = () => {
  const subscribers = new Set<() => void>()
  let isWorking = false
  return {
    isWorking: () => isWorking,
    subscribe(onChange: () => void) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    work(next: boolean) {
      isWorking = next
      for (const each of subscribers) each()
    },
    watchers: () => subscribers.size,
  }
}

test('says while a challenge stands in the way of a mail; what is solved for the next one is nobody’s to wait for', async () => {
  const solver = openSolver()
  const mailed = Promise.withResolvers<MailedCode>()
  const proving = { start: () => mailed.promise, finish: () => Promise.reject(new Error('not asked for')) }
  const step = createCodeStep({ email: 'ada@example.org', proving, now: () => 0, solver })
  const sent = step.send()
  expect(step.state()).toMatchObject({ busy: 'sending', isSolving: false })
  solver.work(true)
  expect(step.state()).toMatchObject({ busy: 'sending', isSolving: true })
  solver.work(false)
  expect(step.state().isSolving).toBe(false)
  solver.work(true)
  mailed.resolve({ kind: 'code', resendInSeconds: 30 })
  await sent
  expect(step.state()).toMatchObject({ busy: null, isMailed: true, isSolving: false })
  solver.work(false)
  solver.work(true)
  expect([step.state().isSolving, solver.watchers()]).toEqual([false, 0])
})

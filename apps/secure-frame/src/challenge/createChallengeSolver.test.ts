import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createChallengeSolver } from './createChallengeSolver.ts'

const challenge = { signature: 'ab' } as Challenge
const solution = { counter: 7 } as Solution

/** A worker that answers as the test sets. */
const openWorker = () => {
  const listeners: Record<string, (event: unknown) => void> = {}
  const posted: unknown[] = []
  let ended = false
  const worker = {
    postMessage: (message: unknown) => void posted.push(message),
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = listener as (event: unknown) => void
    },
    terminate: () => {
      ended = true
    },
  }
  return {
    startWorker: () => worker as unknown as Worker,
    posted,
    emit: (type: string, event: unknown = {}) => listeners[type]?.(event),
    isEnded: () => ended,
  }
}
const nowhere = () => Promise.reject(new Error('not in the document'))

describe('createChallengeSolver', () => {
  test('solves in a worker, which ends then, and says while it works', async () => {
    const worker = openWorker()
    const solver = createChallengeSolver({ startWorker: worker.startWorker, solveHere: nowhere })
    const working: boolean[] = []
    const stop = solver.subscribe(() => working.push(solver.isWorking()))
    const both = Promise.all([solver.solve(challenge), solver.solve(challenge)])
    expect(worker.posted).toEqual([challenge])
    worker.emit('message', { data: { signature: 'ab', solution } })
    expect(await both).toEqual([solution, solution])
    expect([worker.isEnded(), working, solver.isWorking()]).toEqual([true, [true, false], false])
    stop()
  })

  test.each<[string, () => Worker]>([
    [
      'the browser has no workers',
      () => {
        throw new ReferenceError('Worker is not defined')
      },
    ],
    [
      'a policy forbids this one',
      () => {
        throw new DOMException('refused', 'SecurityError')
      },
    ],
  ])('solves in the document where %s', async (_, startWorker) => {
    const solver = createChallengeSolver({ startWorker, solveHere: async () => solution })
    expect(await solver.solve(challenge)).toBe(solution)
  })

  test('solves in the document when the worker does not run', async () => {
    const worker = openWorker()
    const solver = createChallengeSolver({ startWorker: worker.startWorker, solveHere: async () => solution })
    const solved = solver.solve(challenge)
    worker.emit('error')
    expect(await solved).toBe(solution)
    expect(worker.isEnded()).toBe(true)
  })

  test('says LIMIT_EXCEEDED for a challenge that the worker gives up', async () => {
    const worker = openWorker()
    const solver = createChallengeSolver({ startWorker: worker.startWorker, solveHere: nowhere })
    const solved = solver.solve(challenge)
    worker.emit('message', { data: { signature: 'ab', solution: null } })
    await expect(solved).rejects.toMatchObject(new AppError('LIMIT_EXCEEDED'))
  })
})

import { expect, test } from 'vitest'
import type { LogEntry } from '../log.ts'
import { createDependency, DependencyAway, type DependencyOptions } from './createDependency.ts'

const never = new Promise<never>(() => {})

/** Creates a server that can be frozen: it answers pending requests when it is resumed. */
function createServer(options: Partial<DependencyOptions> = {}) {
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const log: LogEntry[] = []
  let looks = 0
  const dependency = createDependency({
    name: 'database',
    look: () => {
      looks++
      return gate.promise
    },
    lostEvent: 'database lost',
    backEvent: 'database back',
    log: (entry) => log.push(entry),
    lateMs: 10,
    lookMs: 20,
    everyMs: 5,
    ...options,
  })
  return {
    dependency,
    looks: () => looks,
    events: () => log.map(({ level, event }) => `${level} ${event}`),
    ask: <result>(answer: result) => dependency.ask(() => gate.promise.then(() => answer)),
    freeze: () => {
      gate = Promise.withResolvers()
    },
    goOn: () => gate.resolve(),
    [Symbol.dispose]: () => dependency.close(),
  }
}

test('a server that hangs: every caller is rejected, later ones at once, and one line of the log says so', async () => {
  using server = createServer()
  expect(await server.ask(1)).toBe(1)
  server.freeze()
  const asked = await Promise.allSettled(Array.from({ length: 50 }, () => server.ask(1)))
  expect(asked.every((each) => each.status === 'rejected' && each.reason instanceof DependencyAway)).toBe(true)
  let isAsked = false
  const later = server.dependency.ask(async () => {
    isAsked = true
  })
  await expect(later).rejects.toThrow(DependencyAway)
  expect([isAsked, server.dependency.isAway(), await server.dependency.check()]).toEqual([false, true, false])
  expect(server.events()).toEqual(['error database lost'])

  server.goOn()
  await expect.poll(() => server.dependency.isAway()).toBe(false)
  expect(await server.ask(2)).toBe(2)
  expect(server.events()).toEqual(['error database lost', 'info database back'])
})

test('a server that is looked at seldom is there for the first call after it is back', async () => {
  using server = createServer({ everyMs: 60_000, looksWhenAsked: true })
  server.freeze()
  await expect(server.ask(1)).rejects.toThrow(DependencyAway)
  await expect(server.ask(2)).rejects.toThrow(DependencyAway)
  server.goOn()
  expect(await server.ask(3)).toBe(3)
  expect(server.events()).toEqual(['error database lost', 'info database back'])
})

test('a server that is slow keeps its callers, and is looked at once at a time', async () => {
  using server = createServer()
  const answer = Promise.withResolvers<string>()
  const asked = Array.from({ length: 20 }, () => server.dependency.ask(() => answer.promise))
  await expect.poll(() => server.looks()).toBeGreaterThan(2)
  answer.resolve('late')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['late']))
  expect(server.events()).toEqual([])
})

test('what a caller would do next is told that it is over', async () => {
  using server = createServer()
  server.freeze()
  let isOver = () => false
  const asked = server.dependency.ask((over) => {
    isOver = over
    return never
  })
  await expect(asked).rejects.toThrow(DependencyAway)
  expect(isOver()).toBe(true)
})

test('a call that must not be given up is observed alone', async () => {
  using server = createServer()
  server.freeze()
  const delivered = Promise.withResolvers<string>()
  const observed = server.dependency.observe(() => delivered.promise)
  await expect.poll(() => server.events()).toEqual(['error database lost'])
  delivered.resolve('delivered')
  expect(await observed).toBe('delivered')
})

test('a failure that a call has seen counts, and so does a success', () => {
  using server = createServer()
  server.freeze()
  server.dependency.found(false)
  server.dependency.found(false)
  expect(server.events()).toEqual(['error database lost'])
  server.dependency.found(true)
  expect(server.events()).toEqual(['error database lost', 'info database back'])
})

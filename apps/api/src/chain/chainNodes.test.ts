import { expect, test } from 'vitest'
import { createChainNodes } from './chainNodes.ts'

const setUp = () => {
  let nowMs = 0
  const nodes = createChainNodes(['a', 'b', 'c'], () => nowMs)
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { nodes, advance }
}

test('are asked as they are listed, one that has failed last', () => {
  const { nodes, advance } = setUp()
  expect(nodes.order()).toEqual([0, 1, 2])
  nodes.failed(0)
  expect(nodes.order()).toEqual([1, 2, 0])
  advance(29_999)
  expect(nodes.order()).toEqual([1, 2, 0])
})

test('one call alone tries a node again after its rest; when it works all others follow', () => {
  const { nodes, advance } = setUp()
  nodes.failed(0)
  advance(30_000)
  expect([nodes.order(), nodes.order(), nodes.order()]).toEqual([
    [0, 1, 2],
    [1, 2, 0],
    [1, 2, 0],
  ])
  nodes.worked(0)
  expect(nodes.order()).toEqual([0, 1, 2])
})

test('a trial that tells nothing is followed by another', () => {
  const { nodes, advance } = setUp()
  nodes.failed(0)
  advance(30_000)
  nodes.order()
  advance(10_000)
  expect(nodes.order()).toEqual([0, 1, 2])
})

test('one that fails again rests for twice as long, five minutes at most, and is forgiven once it works', () => {
  const { nodes, advance } = setUp()
  const restOf = (): number => {
    nodes.failed(0)
    for (let ms = 0; ; ms += 30_000) {
      if (nodes.order()[0] === 0) return ms
      advance(30_000)
    }
  }
  expect([restOf(), restOf(), restOf(), restOf(), restOf(), restOf()]).toEqual([
    30_000, 60_000, 120_000, 240_000, 300_000, 300_000,
  ])
  nodes.worked(0)
  expect(restOf()).toBe(30_000)
})

test('a hundred calls that fail at once are one failure', () => {
  const { nodes, advance } = setUp()
  for (let call = 0; call < 100; call++) nodes.failed(0)
  advance(30_000)
  expect(nodes.order()).toEqual([0, 1, 2])
  for (let call = 0; call < 100; call++) nodes.failed(0)
  advance(59_999)
  expect(nodes.order()).toEqual([1, 2, 0])
  advance(1)
  expect(nodes.order()).toEqual([0, 1, 2])
})

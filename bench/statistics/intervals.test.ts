import { expect, test } from 'vitest'
import { coveredMs, type Interval, overlaps } from './intervals.ts'

const within: Interval = { startMs: 100, endMs: 200 }

const spans: [title: string, spans: [number, number][], covered: number][] = [
  ['nothing', [], 0],
  ['one', [[110, 130]], 20],
  [
    'two apart, in any order',
    [
      [150, 160],
      [110, 120],
    ],
    20,
  ],
  [
    'two that overlap count once',
    [
      [110, 140],
      [130, 150],
    ],
    40,
  ],
  [
    'one inside another counts once',
    [
      [110, 160],
      [120, 130],
      [140, 150],
    ],
    50,
  ],
  [
    'two that touch',
    [
      [110, 120],
      [120, 130],
    ],
    20,
  ],
  [
    'what is outside does not count',
    [
      [0, 110],
      [190, 300],
      [300, 400],
    ],
    20,
  ],
  ['one over everything', [[0, 1000]], 100],
  [
    'an empty one and one that ends before it begins',
    [
      [120, 120],
      [150, 140],
    ],
    0,
  ],
]
test.each(spans)('%s', (_title, pairs, covered) => {
  expect(
    coveredMs(
      pairs.map(([startMs, endMs]) => ({ startMs, endMs })),
      within,
    ),
  ).toBe(covered)
})

test('intervals that only touch have no time in common', () => {
  expect(overlaps({ startMs: 50, endMs: 100 }, within)).toBe(false)
  expect(overlaps({ startMs: 200, endMs: 250 }, within)).toBe(false)
  expect(overlaps({ startMs: 50, endMs: 101 }, within)).toBe(true)
})

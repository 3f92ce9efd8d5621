import { expect, test } from 'vitest'
import { createAnswerCache } from './answerCache.ts'

const request = (params: unknown[], method = 'eth_getBlockByHash') => ({ id: 1, method, params })
/** The size of each request with its answer of one digit. */
const bytes = '["eth_getblockbyhash",[0]]'.length + 1

test('forgets the answer that was used least recently, and stays within its bytes', () => {
  const cache = createAnswerCache(8 * bytes)
  for (let number = 0; number < 8; number++) cache.keep(request([number]), number)
  expect(cache.get(request([0]))).toEqual({ result: 0, bytes })
  cache.keep(request([8]), 8)
  expect(cache.get(request([1]))).toBeUndefined()
  expect(cache.get(request([0]))).toEqual({ result: 0, bytes })
})

test('keeps no answer that would push many others out', () => {
  const cache = createAnswerCache(8 * bytes)
  cache.keep(request([1]), 'heavy')
  expect(cache.get(request([1]))).toBeUndefined()
})

test('replaces an answer without counting it twice', () => {
  const cache = createAnswerCache(8 * bytes)
  for (let again = 0; again < 100; again++) cache.keep(request([1]), again % 10)
  cache.keep(request([2]), 2)
  expect(cache.get(request([1]))).toEqual({ result: 9, bytes })
})

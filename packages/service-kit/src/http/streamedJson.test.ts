import { expect, test, vi } from 'vitest'
import { StreamedJson, streamedJson } from './streamedJson.ts'

const pieces = ['[1,', '2]'].map((text) => new TextEncoder().encode(text))

test('the pieces are the body, whose length is told; what they hold is given back once they are read', async () => {
  const onEnd = vi.fn()
  const response = streamedJson(new StreamedJson(pieces, onEnd), 200)
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '5'])
  expect(onEnd).not.toHaveBeenCalled()
  expect(await response.json()).toEqual([1, 2])
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a caller who leaves gives them back', async () => {
  const onEnd = vi.fn()
  const response = streamedJson(new StreamedJson(pieces, onEnd), 200)
  await response.body?.cancel()
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a caller who does not read gives them back after half a minute, and gets no more', async () => {
  vi.useFakeTimers()
  try {
    const onEnd = vi.fn()
    const response = streamedJson(new StreamedJson(pieces, onEnd), 200)
    const body = response.text()
    body.catch(() => {})
    const slow = streamedJson(new StreamedJson(pieces, onEnd), 200)
    await body
    expect(onEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(30_000)
    expect(onEnd).toHaveBeenCalledTimes(2)
    await expect(slow.text()).rejects.toThrow('too slowly')
  } finally {
    vi.useRealTimers()
  }
})

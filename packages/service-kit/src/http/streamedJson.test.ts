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

const long = [new Uint8Array(8 * 1024 * 1024)]

/** Reads this many pieces of 64 KiB per second. Returns after how many seconds the response ended, and how much was sent. */
async function read(piecesEach: number): Promise<{ seconds: number; sentMiB: number }> {
  vi.useFakeTimers()
  try {
    let isOver = false
    let sent = 0
    const body = new StreamedJson(
      long,
      () => {
        isOver = true
      },
      (bytes) => {
        sent += bytes
      },
    )
    const reader = streamedJson(body, 200).body?.getReader()
    let seconds = 0
    for (; !isOver; seconds++) {
      for (let piece = 0; piece < piecesEach && !isOver; piece++) await reader?.read()
      vi.advanceTimersByTime(1_000)
    }
    return { seconds, sentMiB: sent / 1024 / 1024 }
  } finally {
    vi.useRealTimers()
  }
}

test.each([
  ['does not read at all', 0, 3],
  ['reads next to nothing', 1, 6],
  ['reads half as fast as it must', 8, 10],
])('a caller who %s is cut off in seconds, and what is not sent is given back', async (_, piecesEach, most) => {
  const { seconds, sentMiB } = await read(piecesEach)
  expect(seconds).toBeLessThanOrEqual(most)
  expect(sentMiB).toBeLessThan(8)
})

test('a caller who reads fast enough has all of it', async () => {
  expect(await read(16)).toEqual({ seconds: 9, sentMiB: 8 })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './watchIdle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const openWindow = () => {
  const target = new EventTarget()
  const document = new EventTarget()
  const idles: number[] = []
  const window = Object.assign(target, { document, setTimeout, clearTimeout }) as unknown as Window
  const stop = watchIdle(window, 1_000, () => idles.push(Date.now()))
  return { idles, stop, touch: () => target.dispatchEvent(new Event('keydown')), document }
}

test('a page that nobody touches is idle once for each stretch, and never after it was left', () => {
  const { idles, stop } = openWindow()
  vi.advanceTimersByTime(999)
  expect(idles).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(idles).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(idles).toHaveLength(2)
  stop()
  vi.advanceTimersByTime(5_000)
  expect(idles).toHaveLength(2)
})

test('a touch puts it off', () => {
  const { idles, touch } = openWindow()
  vi.advanceTimersByTime(800)
  touch()
  vi.advanceTimersByTime(900)
  expect(idles).toHaveLength(0)
  vi.advanceTimersByTime(100)
  expect(idles).toHaveLength(1)
})

test('a computer that slept too long wakes to an idle page, whether its page is looked at or touched', () => {
  const looked = openWindow()
  vi.setSystemTime(Date.now() + 60_000)
  looked.document.dispatchEvent(new Event('visibilitychange'))
  expect(looked.idles).toHaveLength(1)
  const touched = openWindow()
  vi.setSystemTime(Date.now() + 60_000)
  touched.touch()
  expect(touched.idles).toHaveLength(1)
})

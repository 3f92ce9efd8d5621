import { describe, expect, test } from 'vitest'
import { chosenLines, type LogEntry, type LogSettings } from './log.ts'
import { forRequest } from './requestId.ts'

const lines: LogEntry[] = [
  { level: 'debug', event: 'upstream asked' },
  { level: 'info', event: 'request', status: 200 },
  { level: 'info', event: 'request', status: 400, error: 'OTP_INVALID' },
  { level: 'info', event: 'started' },
  { level: 'warn', event: 'request', status: 503, error: 'SERVICE_UNAVAILABLE' },
  { level: 'error', event: 'database lost' },
]
const written = (settings?: LogSettings): LogEntry[] => {
  const all: LogEntry[] = []
  const log = chosenLines((entry) => all.push(entry), settings)
  for (const line of lines) log(line)
  return all
}

describe('chosenLines', () => {
  test('writes all but what is only measured', () => {
    expect(written()).toEqual(lines.slice(1))
  })

  test.each([
    ['debug', lines],
    ['warn', lines.slice(4)],
    ['error', lines.slice(5)],
  ] as const)('writes lines from level %s on', (level, expected) => {
    expect(written({ level, requests: 1 })).toEqual(expected)
  })

  test('leaves out requests that did not fail, and nothing else', () => {
    expect(written({ level: 'info', requests: 0 })).toEqual(lines.slice(2))
  })

  test('writes about as many of them as it is told', () => {
    const all: LogEntry[] = []
    const log = chosenLines((entry) => all.push(entry), { level: 'info', requests: 0.25 })
    for (let times = 0; times < 4_000; times++) log({ level: 'info', event: 'request', status: 200 })
    // Five standard deviations of a binomial distribution.
    expect(Math.abs(all.length - 1_000)).toBeLessThan(140)
  })

  test('gives each line the id of its request', () => {
    expect(forRequest('a', () => written())).toEqual(lines.slice(1).map((line) => ({ ...line, requestId: 'a' })))
  })
})

import { expect, test } from 'vitest'
import type { LogEntry } from '../log.ts'
import { createMetrics } from './createMetrics.ts'

/** Returns the samples whose names start with `start`, as Prometheus reads them. */
const samples = async ({ registry }: ReturnType<typeof createMetrics>, start: string): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(start))

test('counts what lines say, and passes each on', async () => {
  const metrics = createMetrics()
  const passed: LogEntry[] = []
  const log = metrics.counting((entry) => passed.push(entry))
  const request = { level: 'info', event: 'request', authority: 'custody', durationMs: 40 } as const
  const lines: LogEntry[] = [
    { ...request, route: 'emailStart', status: 200 },
    { ...request, route: 'emailVerify', status: 400, error: 'OTP_INVALID' },
    { ...request, route: 'proveOldEmail', status: 400, error: 'OTP_EXHAUSTED' },
    { ...request, route: 'emailVerify', status: 200 },
    { level: 'info', event: 'mail sent', durationMs: 700 },
    { level: 'error', event: 'mail given up' },
    { level: 'debug', event: 'waited for a connection', outcome: 'got one', durationMs: 30 },
  ]
  for (const line of lines) log(line)
  expect(passed).toEqual(lines)
  expect(await samples(metrics, 'latchkey_requests_total{authority="custody",route="emailVerify"')).toEqual([
    'latchkey_requests_total{authority="custody",route="emailVerify",status="400",error="OTP_INVALID"} 1',
    'latchkey_requests_total{authority="custody",route="emailVerify",status="200",error=""} 1',
  ])
  expect(await samples(metrics, 'latchkey_codes')).toEqual(
    ['sent', 'wrong', 'exhausted', 'right'].map((outcome) => `latchkey_codes_total{outcome="${outcome}"} 1`),
  )
  expect(await samples(metrics, 'latchkey_mails')).toEqual([
    'latchkey_mails_total{outcome="sent"} 1',
    'latchkey_mails_total{outcome="given up"} 1',
  ])
  expect(await samples(metrics, 'latchkey_log_lines')).toEqual([
    'latchkey_log_lines_total{level="error",event="mail given up"} 1',
  ])
  expect(await samples(metrics, 'latchkey_mail_duration_seconds_sum')).toEqual([
    'latchkey_mail_duration_seconds_sum 0.7',
  ])
  expect(await samples(metrics, 'latchkey_database_wait_seconds_sum')).toEqual([
    'latchkey_database_wait_seconds_sum{outcome="got one"} 0.03',
  ])
})

test('gauges are read when they are asked for, all of them; one that fails leaves the others', async () => {
  const metrics = createMetrics()
  let up = 1
  metrics.watch('latchkey_part_up', async () => [[{ authority: 'api', part: 'redis' }, up]])
  metrics.watch('latchkey_part_up', () => Promise.reject(new Error('away')))
  metrics.watch('latchkey_part_up', () => [[{ authority: 'custody', part: 'mail' }, 1]])
  expect(await samples(metrics, 'latchkey_part_up')).toEqual([
    'latchkey_part_up{authority="api",part="redis"} 1',
    'latchkey_part_up{authority="custody",part="mail"} 1',
  ])
  up = 0
  expect(await samples(metrics, 'latchkey_part_up')).toContain('latchkey_part_up{authority="api",part="redis"} 0')
})

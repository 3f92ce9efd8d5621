import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { DependencyAway } from '../dependencies/createDependency.ts'
import type { LogEntry } from '../log.ts'
import { logRequest } from './logRequest.ts'

const away = new AppError('SERVICE_UNAVAILABLE', { cause: new DependencyAway() })
test.each([
  [null, 'info', undefined, false],
  [new AppError('RATE_LIMITED', { cause: new Error('inner') }), 'info', 'RATE_LIMITED', false],
  [away, 'warn', 'SERVICE_UNAVAILABLE', false],
  [new AppError('SERVICE_UNAVAILABLE', { cause: new Error('inner') }), 'error', 'SERVICE_UNAVAILABLE', true],
  [new AppError('PROVIDER_UNAVAILABLE'), 'error', 'PROVIDER_UNAVAILABLE', true],
  [new AppError('INTERNAL', { cause: new Error('inner') }), 'error', 'INTERNAL', true],
] as const)('logRequest logs %s as %s', (error, level, name, hasCause) => {
  const lines: LogEntry[] = []
  const request = { authority: 'api', route: 'nameGateway', startedAt: performance.now(), status: 200, error } as const
  logRequest((line) => lines.push(line), request)
  expect(lines).toMatchObject([{ level, event: 'request', authority: 'api', route: 'nameGateway', status: 200 }])
  expect([lines[0]?.error, 'cause' in (lines[0] ?? {})]).toEqual([name, hasCause])
})

import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { errorCopy } from './errorCopy.ts'

test.each([
  [new AppError('RATE_LIMITED', { details: { seconds: 30 } }), 'Try again in 30 seconds.'],
  [new AppError('RATE_LIMITED'), 'Try again in a moment.'],
  [new AppError('EXECUTION_REVERTED', { details: { reason: 'paused' } }), 'The network reports: paused'],
  [new AppError('EXECUTION_REVERTED'), 'No reason was given.'],
])('errorCopy › fills %s from its details', (error, body) => {
  expect(errorCopy(error).body).toBe(body)
})

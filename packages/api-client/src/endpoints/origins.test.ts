import { expect, test } from 'vitest'
import { approvalModes, readApprovalMode } from './origins.ts'

test.each(approvalModes)('%s is a mode', (mode) => {
  expect(readApprovalMode(mode)).toBe(mode)
})

test.each([undefined, '', 'Auto', 'none', 'constructor'])(
  'what is no mode, as %j, is read as the strictest',
  (word) => {
    expect(readApprovalMode(word)).toBe('popup')
  },
)

import { expect, test } from 'vitest'
import { createAdmission } from './createAdmission.ts'

test('admits as many calls as it may, half of them of one row, and the next one when one is over', () => {
  const admission = createAdmission(4)
  const outcome = (row: string) => {
    try {
      return admission.enter(row)
    } catch (error) {
      return (error as Error).name
    }
  }
  const leave = admission.enter('rpc')
  admission.enter('rpc')
  expect(outcome('rpc')).toBe('SERVICE_UNAVAILABLE')
  admission.enter('getWallets')
  admission.enter('getWallet')
  expect(outcome('origins')).toBe('SERVICE_UNAVAILABLE')
  leave()
  expect(outcome('rpc')).not.toBe('SERVICE_UNAVAILABLE')
})

import { expect, test } from 'vitest'
import { createAdmission } from './createAdmission.ts'

test('admits as many calls as it may, half of them of one row, and the next one when one is over', () => {
  const admission = createAdmission(4)
  const outcome = (row: string, from = '192.0.2.7', most: number | null = null) => {
    try {
      return admission.enter(row, from, most)
    } catch (error) {
      return (error as Error).name
    }
  }
  const leave = admission.enter('rpc', '192.0.2.7', null)
  admission.enter('rpc', '192.0.2.7', null)
  expect(outcome('rpc')).toBe('SERVICE_UNAVAILABLE')
  admission.enter('getWallets', '192.0.2.7', null)
  admission.enter('getWallet', '192.0.2.7', null)
  expect(outcome('origins')).toBe('SERVICE_UNAVAILABLE')
  leave()
  expect(outcome('rpc')).not.toBe('SERVICE_UNAVAILABLE')
})

test.each([
  ['an IPv4 address', ['192.0.2.7', '192.0.2.8', '192.0.2.9'], '192.0.3.7'],
  ['a /64 of IPv6', ['2001:db8:0:1::7', '2001:db8:0:2::7', '2001:db8:0:3::7'], '2001:db9::7'],
])('%s has so many places of a row, and the network around it half as many again', (_, [own, next, third], far) => {
  const admission = createAdmission(100)
  const enter = (from = '', row = 'rpc') => admission.enter(row, from, 2)
  const leave = enter(own)
  enter(own)
  expect(() => enter(own)).toThrow('not available')
  expect(() => enter(own, 'origins')).not.toThrow()
  leave()
  for (const from of [own, next]) enter(from)
  expect(() => enter(third)).toThrow('not available')
  expect(() => enter(far)).not.toThrow()
})

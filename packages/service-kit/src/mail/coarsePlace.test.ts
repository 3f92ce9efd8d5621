import { expect, test } from 'vitest'
import { coarsePlace } from './coarsePlace.ts'

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:7:1:aaaa::1', '2001:db8:7::/48'],
  ['::1', '127.0.0.x'],
  ['"><script>', 'unknown'],
  ['', 'unknown'],
])('of %j a mail says %j', (ipAddress, place) => {
  expect(coarsePlace(ipAddress)).toBe(place)
})

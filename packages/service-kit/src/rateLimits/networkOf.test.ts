import { expect, test } from 'vitest'
import { networkMark, networkOf, networksOf, providerOf } from './networkOf.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.0/24', null],
  ['::ffff:192.0.2.7', '192.0.2.0/24', null],
  ['2001:db8:1:2a3::6', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8:1:2ff::6', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8:1:fe::6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['unknown', null, null],
])('%j lies in %j and %j', (address, wide, widest) => {
  expect(networksOf(address)).toEqual({ network: networkOf(address), wide, widest })
})

test.each([
  ['2001:db8:1:2::6', '2001:db8::/32'],
  ['2001:DB8:ffff::', '2001:db8::/32'],
  ['192.0.2.7', null],
  ['unknown', null],
])('of the address %j the provider has %j', (address, provider) => {
  expect(providerOf(address)).toBe(provider)
})

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['2001:db8:1:2::6', '2001:db8:1:2:3::', true],
  ['2001:db8:1:2::6', '2001:db8:1:3::6', false],
  ['192.0.2.7', '2001:db8::1', false],
  ['127.0.0.1', '::1', true],
  ['127.0.0.1', '192.0.2.7', false],
  ['127.0.0.1', '', false],
])('%j and %j are one network: %j', (one, other, isOne) => {
  expect(networkMark(one, 'secret') === networkMark(other, 'secret')).toBe(isOne)
})

test('a mark tells its network to nobody who does not have the secret', () => {
  expect(networkMark('192.0.2.7', 'secret')).not.toBe(networkMark('192.0.2.7', 'another'))
})

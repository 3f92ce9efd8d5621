import { expect, test } from 'vitest'
import { clientAddress } from './clientAddress.ts'
import { type Proxies, readProxies } from './readProxies.ts'

const proxiesOf = (trusted: string): Proxies => {
  const proxies = readProxies(trusted, false)
  if ('reason' in proxies) throw new Error(proxies.reason)
  return proxies
}
const [visitor, forged, cdn, own] = ['198.51.100.7', '203.0.113.9', '192.0.2.10', '10.0.0.2']

test.each([
  ['nobody is trusted', '', visitor, forged, visitor],
  ['nobody is trusted', '0', visitor, forged, visitor],
  ['one proxy', '1', own, `${forged}, ${visitor}`, visitor],
  ['two proxies', '2', own, `${forged}, ${visitor}, ${cdn}`, visitor],
  ['two proxies, the first left out', '2', own, visitor, visitor],
  ['one proxy that says nothing', '1', own, null, own],
  ['one proxy that says nothing', '1', own, ' ', own],
  ['networks', '10.0.0.0/8', own, `${forged}, ${visitor}`, visitor],
  ['networks, two proxies', `10.0.0.0/8, ${cdn}/24`, own, `${forged}, ${visitor}, ${cdn}`, visitor],
  ['networks, a proxy that is not listed', '10.0.0.0/8', own, `${visitor}, ${cdn}`, cdn],
  ['networks, a connection from elsewhere', '10.0.0.0/8', visitor, forged, visitor],
  ['networks, nobody but proxies', '10.0.0.0/8', own, '10.9.9.9, 10.0.0.3', '10.9.9.9'],
  ['networks, no header', '10.0.0.0/8', own, null, own],
  ['networks, an empty entry', '10.0.0.0/8', own, `${visitor}, , 10.0.0.3`, '10.0.0.3'],
  ['names and private ranges together', `private_ranges ${cdn}`, '::ffff:172.18.0.5', `${visitor}, ${cdn}`, visitor],
  ['IPv6', '2001:db8:c::/48 ::1', '::1', `2001:db8:1::7, 2001:db8:c::1`, '2001:db8:1::7'],
  ['IPv6 of a link', 'fe80::/10', 'fe80::1%eth0', visitor, visitor],
  ['ports, which some proxies add', '10.0.0.0/8', own, `[2001:db8:1::7]:5123, 10.0.0.3:443`, '2001:db8:1::7'],
])('%s (%j): a connection from %s with %j is of %s', (_, trusted, remote, forwarded, expected) => {
  expect(clientAddress(forwarded, remote, proxiesOf(trusted))).toBe(expected)
})

test.each([
  'yes',
  'true',
  '11',
  '-1',
  '1.5',
  '1 2',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/24/8',
  '2001:db8::/129',
  '192.0.2',
  'proxy.example',
])('%j is refused by the name of its setting', (trusted) => {
  expect(readProxies(trusted, false)).toEqual({ reason: expect.stringMatching(/^TRUSTED_PROXIES: /) })
})

test('the PROXY protocol needs networks: whoever connects could name any address', () => {
  for (const trusted of [undefined, '', '0', '1'])
    expect(readProxies(trusted, true)).toEqual({ reason: expect.stringMatching(/^PROXY_PROTOCOL: /) })
  expect(readProxies('10.0.0.0/8', true)).toMatchObject({ protocol: true })
})

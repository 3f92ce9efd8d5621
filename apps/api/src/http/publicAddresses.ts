import { BlockList, isIP } from 'node:net'

/** Ranges that are not the public internet (IANA's special-purpose registry, multicast, and reserved ones). */
const notPublic4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** Non-public ranges within 2000::/3, which holds all of the public internet: those that map to IPv4 addresses, and documentation. */
const notPublic6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked4 = new BlockList()
for (const [prefix, bits] of notPublic4) blocked4.addSubnet(prefix, bits, 'ipv4')
const blocked6 = new BlockList()
for (const [prefix, bits] of notPublic6) blocked6.addSubnet(prefix, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns whether an IP address is on the public internet: not one of our machines, their network, or their operator's cloud. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !blocked4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

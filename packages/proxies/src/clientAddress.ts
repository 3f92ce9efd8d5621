import { type BlockList, isIP, isIPv6 } from 'node:net'
import type { Proxies } from './readProxies.ts'

/**
 * Returns the client's address: that of the connection, or the one that trusted proxies report in `X-Forwarded-For`, to which every proxy
 * appends the address that it sees. Entries before the first one that a trusted proxy has added can be forged, and don't count.
 *
 * `forwarded`: the header; `remoteAddress`: of the connection.
 */
export function clientAddress(forwarded: string | null, remoteAddress: string, proxies: Proxies): string {
  const entries = (forwarded ?? '').split(',').map(bareAddress)
  if ('hops' in proxies) {
    if (proxies.hops === 0 || forwarded === null || forwarded.trim() === '') return remoteAddress
    const named = entries.at(-Math.min(proxies.hops, entries.length)) ?? ''
    return named === '' ? remoteAddress : named
  }
  let address = remoteAddress
  for (const entry of entries.reverse()) {
    if (!isWithin(proxies.networks, address) || entry === '') break
    address = entry
  }
  return address
}

/** Returns whether an address is in one of the networks; IPv4 mapped into IPv6 counts as IPv4. */
export function isWithin(networks: BlockList, text: string): boolean {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  return isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Removes the port that some proxies add to an entry: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const bareAddress = (entry: string): string => {
  const text = entry.trim()
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/**
 * Returns the network that counts as one address. An IPv6 subscriber has at least a /64 (RFC 6177), so only the first half of an address
 * identifies them; the other half changes at will. IPv4 mapped into IPv6 counts as IPv4.
 */
export function networkOf(ipAddress: string): string {
  const [address = ''] = ipAddress.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  // The URL standard gives an IPv6 address one canonical form.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (half: string): string[] => half.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  return `${[...groups(head), ...zeros, ...groups(tail)].slice(0, 4).join(':')}::/64`
}

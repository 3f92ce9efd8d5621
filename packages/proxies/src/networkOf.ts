import { isIPv6 } from 'node:net'

/**
 * What counts as one network address. A subscriber of IPv6 has at least a /64 (RFC 6177), so the first half of such an
 * address is what one can be held to; the other half changes at will. IPv4 mapped into IPv6 is IPv4.
 */
export function networkOf(ipAddress: string): string {
  const [address = ''] = ipAddress.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  // The URL standard gives an IPv6 address one spelling.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (half: string): string[] => half.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  return `${[...groups(head), ...zeros, ...groups(tail)].slice(0, 4).join(':')}::/64`
}

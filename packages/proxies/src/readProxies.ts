import { BlockList, isIP } from 'node:net'

/** The proxies that are trusted to report the client's address. */
export type Proxies =
  /** This many in front of the server, each of which adds an entry to `X-Forwarded-For`. */
  | { hops: number }
  /** Those with an address in these networks. `protocol`: their connections start with a header of the PROXY protocol. */
  | { networks: BlockList; protocol: boolean }

/** No proxies: the client's address is the connection's. */
export const noProxies: Proxies = { hops: 0 }

/** Networks that aren't routed on the internet, under Caddy's name for them. */
const privateRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
const maxHops = 10

/**
 * Parses the settings TRUSTED_PROXIES (a number of proxies, or addresses and networks in CIDR notation, separated by commas or spaces;
 * `private_ranges` for all private ones) and PROXY_PROTOCOL. Returns the reason when they are invalid.
 */
export function readProxies(trusted: string | undefined, protocol: boolean): Proxies | { reason: string } {
  const words = wordsIn(trusted ?? '')
  const [first = '0'] = words
  if (words.length <= 1 && /^\d+$/.test(first)) {
    if (protocol) return { reason: 'PROXY_PROTOCOL: needs the networks of the proxies in TRUSTED_PROXIES' }
    return Number(first) <= maxHops
      ? { hops: Number(first) }
      : { reason: `TRUSTED_PROXIES: more than ${maxHops} proxies are not supported` }
  }
  const networks = readNetworks(trusted ?? '')
  return networks === null
    ? {
        reason:
          'TRUSTED_PROXIES: each must be an address, a network such as 192.0.2.0/24, or private_ranges; or one number of proxies',
      }
    : { networks, protocol }
}

/** Parses addresses and networks in CIDR notation, separated by commas or spaces. Null when one is invalid. */
export function readNetworks(text: string): BlockList | null {
  const networks = new BlockList()
  const words = wordsIn(text).flatMap((word) => (word === 'private_ranges' ? privateRanges : [word]))
  for (const word of words) {
    const [address = '', length, ...rest] = word.split('/')
    const family = isIP(address)
    const whole = family === 4 ? 32 : 128
    const prefix = length === undefined ? whole : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    if (family === 0 || rest.length > 0 || !(prefix <= whole)) return null
    networks.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return words.length === 0 ? null : networks
}

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

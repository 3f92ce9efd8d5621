import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { networkOf } from '@latchkey/proxies'

export { networkOf } from '@latchkey/proxies'

/** The networks that an address lies in, from the narrowest on. */
export type Networks = {
  /** What counts as one network address: an IPv4 address, a /64 of IPv6. */
  network: string
  /** A /24 of IPv4, a /56 of IPv6; null for what is no address. */
  wide: string | null
  /** A /48 of IPv6: what one site gets, and what anybody gets for nothing at a tunnel broker. Null for everything else. */
  widest: string | null
}

/**
 * Returns the networks of an address, by which calls are limited: for IPv4 the address and its /24, for IPv6 /64, /56 and
 * /48.
 */
export function networksOf(ipAddress: string): Networks {
  const network = networkOf(ipAddress)
  if (isIPv4(network)) return { network, wide: network.replace(/\d+$/, '0/24'), widest: null }
  const groups = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(network)
  if (groups === null) return { network, wide: null, widest: null }
  const [, site, fourth = '0'] = groups
  const subscriber = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return { network, wide: `${site}:${subscriber}::/56`, widest: `${site}::/48` }
}

/** The /32 of IPv6 that an address lies in: what a provider gets. Null for everything else. */
export const providerOf = (ipAddress: string): string | null => {
  const [, provider] = /^([\da-f]+:[\da-f]+):[\da-f]+::\/48$/.exec(networksOf(ipAddress).widest ?? '') ?? []
  return provider === undefined ? null : `${provider}::/32`
}

/**
 * By which a network is known again, and told to nobody who does not have the secret. This machine is one network, by whichever of
 * its addresses it speaks to itself.
 */
export function networkMark(ipAddress: string, secret: string): string {
  const network = networkOf(ipAddress)
  return createHmac('sha256', secret)
    .update(isLoopback(network) ? 'loopback' : network)
    .digest('base64url')
}

/** Whether a network, as `networkOf` names it, is the machine itself. */
export const isLoopback = (network: string): boolean => network.startsWith('127.') || network === networkOf('::1')

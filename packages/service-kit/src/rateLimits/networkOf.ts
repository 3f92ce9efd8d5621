import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { networkOf } from '@latchkey/proxies'

export { networkOf } from '@latchkey/proxies'

/** The networks of an address, from the narrowest to the widest. */
export type Networks = {
  /** One network address: an IPv4 address, or an IPv6 /64. */
  network: string
  /** An IPv4 /24 or IPv6 /56; null for an invalid address. */
  wide: string | null
  /** An IPv6 /48: what one site gets, and what a tunnel broker gives away for free. Null for everything else. */
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

/** Returns the IPv6 /32 of an address, as assigned to a provider. Null for everything else. */
export const providerOf = (ipAddress: string): string | null => {
  const [, provider] = /^([\da-f]+:[\da-f]+):[\da-f]+::\/48$/.exec(networksOf(ipAddress).widest ?? '') ?? []
  return provider === undefined ? null : `${provider}::/32`
}

/**
 * Returns a mark that identifies a network only for holders of the secret. This machine is one network, whichever of its addresses a local
 * client uses.
 */
export function networkMark(ipAddress: string, secret: string): string {
  const network = networkOf(ipAddress)
  return createHmac('sha256', secret)
    .update(isLoopback(network) ? 'loopback' : network)
    .digest('base64url')
}

/** Returns whether a network, as `networkOf` returns it, is the machine itself. */
export const isLoopback = (network: string): boolean => network.startsWith('127.') || network === networkOf('::1')

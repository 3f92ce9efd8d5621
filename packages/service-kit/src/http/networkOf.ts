import { createHmac } from 'node:crypto'
import { networkOf } from '@latchkey/proxies'

export { networkOf } from '@latchkey/proxies'

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

const isLoopback = (network: string): boolean => network.startsWith('127.') || network === networkOf('::1')

import { t } from '@latchkey/copy/mail'
import { isLoopback, networkOf } from '../rateLimits/networkOf.ts'

/**
 * Returns the origin of a request for display in a mail: the network, not the subscriber. No country or city: that would take a geolocation
 * database, or a request to a third party about each user.
 */
export function coarsePlace(ipAddress: string): string {
  const network = networkOf(ipAddress)
  if (isLoopback(network)) return '127.0.0.x'
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\d+$/, 'x') : t('unknownNetwork')
}

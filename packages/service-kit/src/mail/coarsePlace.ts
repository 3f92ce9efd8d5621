import { t } from '@latchkey/copy/mail'
import { isLoopback, networkOf } from '../rateLimits/networkOf.ts'

/**
 * Where a request came from, as a mail may say it: the network, not the subscriber. No country or town: that would take a
 * database of places, or a question to a third party about each visitor.
 */
export function coarsePlace(ipAddress: string): string {
  const network = networkOf(ipAddress)
  if (isLoopback(network)) return '127.0.0.x'
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\d+$/, 'x') : t('unknownNetwork')
}

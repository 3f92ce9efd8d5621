import { t } from '@latchkey/copy/mail'
import { networkOf } from '../http/networkOf.ts'

/**
 * Where somebody asked from, as a mail may say it: the network, not the subscriber. No country or town: that would take a
 * database of others, or a question to them about each visitor.
 */
export function coarsePlace(ipAddress: string): string {
  const network = networkOf(ipAddress)
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\d+$/, 'x') : t('unknownNetwork')
}

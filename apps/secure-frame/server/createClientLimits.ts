import type { ClientLimits } from '@latchkey/document-server'
import { networkOf } from '@latchkey/proxies'

/** Unknown projects are named by mistake, or to probe for existing ones. */
const unknownPerMinute = 120
/** A browser sends several at once, and few in total. */
const reportsPerMinute = 30
const minuteMs = 60_000
/** The maximum number of networks; those not seen for longest are dropped first. */
const maxNetworks = 50_000

/** Counts in this process, with bursts of up to a minute's worth. A client is a network address, or a /64 of IPv6. */
export const createClientLimits = ({ now = Date.now }: { now?: () => number } = {}): ClientLimits => {
  const costMs = {
    unknown: minuteMs / unknownPerMinute,
    report: minuteMs / reportsPerMinute,
  }
  /** The time when each has its whole minute's worth again, in the order in which they were last seen. */
  const wholeAgainAt = {
    unknown: new Map<string, number>(),
    report: new Map<string, number>(),
  }
  return {
    take(kind, address) {
      const own = wholeAgainAt[kind]
      const network = networkOf(address)
      const nextAt = Math.max(own.get(network) ?? 0, now()) + costMs[kind]
      const waitMs = nextAt - now() - minuteMs
      if (waitMs > 0) return waitMs
      own.delete(network)
      own.set(network, nextAt)
      const [oldest] = own.keys()
      if (own.size > maxNetworks && oldest !== undefined) own.delete(oldest)
      return 0
    },
  }
}

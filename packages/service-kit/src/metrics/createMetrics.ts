import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log, LogEntry } from '../log.ts'
import { counters, type GaugeName, gauges, histograms } from './metricTable.ts'

/** Values of a gauge, each with its labels. */
export type Readings = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** The metrics of a process. */
export type Metrics = {
  /** Counts log lines, including those that aren't written, and forwards them. */
  counting(log: Log): Log
  /** Registers a gauge that is read at each Prometheus scrape. A reading that fails is left out. */
  watch(name: GaugeName, read: () => Readings | Promise<Readings>): void
  /** The registry that Prometheus reads. */
  readonly registry: Registry
}

/** By error name; only endpoints that take a code return these. */
const codeOutcomes: Readonly<Record<string, string | undefined>> = {
  OTP_INVALID: 'wrong',
  OTP_EXHAUSTED: 'exhausted',
  OTP_EXPIRED: 'expired',
  OTP_USED: 'used',
}
const codeRoutes: Readonly<Record<string, string | undefined>> = { emailStart: 'sent', emailVerify: 'right' }
const mailOutcomes: Readonly<Record<string, string | undefined>> = {
  'mail sent': 'sent',
  'mail will be tried again': 'retried',
  'mail given up': 'given up',
}

/** Creates a separate registry, with every metric of `metricTable` registered. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const readers = new Map<GaugeName, (() => Readings | Promise<Readings>)[]>()
  for (const name of Object.keys(gauges) as GaugeName[]) {
    const { help, labels } = gauges[name]
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      async collect() {
        const readings = await Promise.allSettled((readers.get(name) ?? []).map(async (read) => read()))
        gauge.reset()
        for (const reading of readings)
          for (const [of, value] of reading.status === 'fulfilled' ? reading.value : []) gauge.set(of, value)
      },
    })
  }
  const counter = (name: keyof typeof counters) => {
    const { help, labels } = counters[name]
    return new Counter({ name, help, labelNames: [...labels], registers })
  }
  const requests = counter('latchkey_requests_total')
  const codes = counter('latchkey_codes_total')
  const mails = counter('latchkey_mails_total')
  const lines = counter('latchkey_log_lines_total')
  /** Records the duration in a line, labeled by the line's fields. */
  const timer = (name: keyof typeof histograms) => {
    const { help, labels, buckets } = histograms[name]
    const histogram = new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers })
    return (entry: LogEntry): void =>
      histogram.observe(
        Object.fromEntries(labels.map((label) => [label, entry[label] ?? ''])),
        (entry.durationMs ?? 0) / 1000,
      )
  }
  const requestTime = timer('latchkey_request_duration_seconds')
  const mailTime = timer('latchkey_mail_duration_seconds')
  const times: Readonly<Record<string, ((entry: LogEntry) => void) | undefined>> = {
    'upstream asked': timer('latchkey_upstream_duration_seconds'),
    'key store asked': timer('latchkey_key_store_duration_seconds'),
    'waited for a connection': timer('latchkey_database_wait_seconds'),
    'mail sent': mailTime,
  }

  const count = (entry: LogEntry): void => {
    const { level, event, authority = '', route = '', status = 0, error = '' } = entry
    if (event === 'request') {
      requests.inc({ authority, route, status, error })
      requestTime(entry)
      const outcome = error === '' ? codeRoutes[route] : codeOutcomes[error]
      if (outcome !== undefined) codes.inc({ outcome })
    } else if (level === 'warn' || level === 'error') lines.inc({ level, event })
    const mail = mailOutcomes[event]
    if (mail !== undefined) mails.inc({ outcome: mail })
    times[event]?.(entry)
  }
  return {
    registry,
    counting: (log) => (entry) => {
      count(entry)
      log(entry)
    },
    watch: (name, read) => void readers.set(name, [...(readers.get(name) ?? []), read]),
  }
}

/**
 * All metrics of a process, by their Prometheus names. `infra/observability` has the dashboard and the alerts for them. Labels have few
 * values, all chosen by us or the operator: names of endpoints, errors, parts, chains and hosts.
 */

/** Metrics that are read at each scrape. */
export const gauges = {
  latchkey_build_info: { help: 'Always 1, with the version and mode of the process', labels: ['version', 'mode'] },
  latchkey_part_up: {
    help: '1 while a server that an authority needs answers, 0 while it is away, as /ready says it',
    labels: ['authority', 'part'],
  },
  latchkey_calls_in_progress: { help: 'Calls in progress', labels: ['authority'] },
  latchkey_database_pool: {
    help: 'Connections to PostgreSQL, busy and free, and calls that are waiting for one',
    labels: ['state'],
  },
  latchkey_waiting_mails: { help: 'Mails taken and not yet handed to the mail server', labels: [] },
  latchkey_code_brake: {
    help: '1 while so many codes are wrong that each mail for an unknown device takes a longer challenge, else 0',
    labels: [],
  },
  latchkey_node_failing: {
    help: '1 for a node that has failed lately and is asked last, else 0',
    labels: ['chain', 'host'],
  },
  latchkey_paymaster_deposit: {
    help: 'What a paymaster has left at the EntryPoint, in whole coins of its chain',
    labels: ['chain'],
  },
} as const
/** The Prometheus name of a gauge. */
export type GaugeName = keyof typeof gauges

/** In seconds. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counters of log lines, by 1 each. */
export const counters = {
  latchkey_requests_total: {
    help: 'Requests by endpoint, status and name of the error, empty where there was none',
    labels: ['authority', 'route', 'status', 'error'],
  },
  latchkey_codes_total: {
    help: 'Codes for signing in that were sent, and what became of those that were entered',
    labels: ['outcome'],
  },
  latchkey_mails_total: { help: 'Mails by outcome of a try', labels: ['outcome'] },
  latchkey_log_lines_total: { help: 'Lines of the log of level warn and error', labels: ['level', 'event'] },
} as const

/** Durations that log lines report. */
export const histograms = {
  latchkey_request_duration_seconds: {
    help: 'How long requests took, by endpoint',
    labels: ['authority', 'route'],
    buckets: callBuckets,
  },
  latchkey_upstream_duration_seconds: {
    help: 'How long a node or bundler took until it began to answer',
    labels: ['operation', 'chain', 'host', 'outcome'],
    buckets: callBuckets,
  },
  latchkey_key_store_duration_seconds: {
    help: 'How long the key store took to wrap or unwrap a data key',
    labels: ['authority', 'operation', 'outcome'],
    buckets: [0.0001, 0.001, ...callBuckets],
  },
  latchkey_database_wait_seconds: {
    help: 'How long calls that found no free connection waited for one',
    labels: ['outcome'],
    buckets: callBuckets,
  },
  latchkey_mail_duration_seconds: {
    help: 'From taking a mail until the mail server had it',
    labels: [],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  },
} as const

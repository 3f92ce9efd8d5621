import { requestId } from './requestId.ts'

/** `debug` is for lines with measurements (`metrics/createMetrics.ts`), which are written only if the operator enables them. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

/**
 * One line of the log. The fields are fixed so that nothing else can be logged: never a code, share, token, email, key or body. Metrics use
 * some of them as labels, so each has few values, whatever clients send.
 */
export type LogEntry = {
  level: (typeof logLevels)[number]
  event: string
  authority?: 'api' | 'custody'
  /** The id of the request that the line is about. If the request failed, its client has it as `ref`. */
  requestId?: string
  route?: string
  status?: number
  durationMs?: number
  /** Catalogue name of a failure. */
  error?: string
  /** Class, message and first frame of an unexpected failure; our own code never puts a secret into one. */
  cause?: string
  /** The operation on a dependency, and its outcome. */
  operation?: string
  outcome?: string
  /** CAIP-2. */
  chain?: string
  /** The host of a node's address; the rest may contain a key. */
  host?: string
} & Partial<StartFacts>

/** The facts that a process logs when it starts. */
export type StartFacts = {
  version: string
  mode: 'combined' | 'split'
  /** Addresses and ports that it listens on. */
  listens: readonly string[]
  /** The addresses and ports of the metrics listener. */
  metrics: readonly string[]
  database: 'postgres' | 'embedded'
  /** Whether Redis is used for rate limits, and for cached chain data. */
  redis: boolean
  cache: boolean
}

/** Writes one entry. */
export type Log = (entry: LogEntry) => void

/** JSON lines on standard output. */
export const jsonLog: Log = (entry) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
}

/** Discards every entry. */
export const silentLog: Log = () => {}

/** Which entries are written. */
export type LogSettings = {
  /** The lowest level that is written. */
  level: LogEntry['level']
  /** The share of successful requests that are written: 1 all of them, 0.01 one in a hundred. */
  requests: number
}
/** All entries but those of level `debug`. */
export const defaultLogSettings: LogSettings = { level: 'info', requests: 1 }

/** Forwards the lines that the operator has enabled, each with the id of its request. */
export const chosenLines = (log: Log, { level, requests }: LogSettings = defaultLogSettings): Log => {
  const least = logLevels.indexOf(level)
  const write = withRequestId(log)
  return (entry) => {
    if (logLevels.indexOf(entry.level) < least) return
    const isPlain = entry.event === 'request' && entry.level === 'info' && entry.error === undefined
    if (!isPlain || Math.random() < requests) write(entry)
  }
}

/** Forwards each line with the id of the request that it was written for. */
export const withRequestId =
  (log: Log): Log =>
  (entry) => {
    const id = requestId()
    log(id === undefined ? entry : { ...entry, requestId: id })
  }

/** Describes an unexpected failure without secrets. Database errors carry parameters, so only their class and code are included. */
export function describeCause(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? ` ${thrown.code}` : ''
  const frame = thrown.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return `${thrown.name}${code}${frame === undefined ? '' : ` ${frame.trim()}`}`
}

import { requestId } from './requestId.ts'

/** `debug` is for lines that are measured (`metrics/createMetrics.ts`) and written only when an operator asks for them. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

/**
 * One line of the log. Fields are chosen here so that nothing else can get in: never a code, share, token, email, key
 * or body. Metrics have some of them as labels, so each has few values, whatever visitors send.
 */
export type LogEntry = {
  level: (typeof logLevels)[number]
  event: string
  authority?: 'api' | 'custody'
  /** Of the request that the line is about. A client that it failed for has it as `ref`. */
  requestId?: string
  route?: string
  status?: number
  durationMs?: number
  /** Catalogue name of a failure. */
  error?: string
  /** Class, message and first frame of an unexpected failure; our own code never puts a secret into one. */
  cause?: string
  /** What was asked of a server that we need, and how that went. */
  operation?: string
  outcome?: string
  /** CAIP-2. */
  chain?: string
  /** Of a node's address, which may hold a key: the host alone. */
  host?: string
} & Partial<StartFacts>

/** What a process says of itself when it starts. */
export type StartFacts = {
  version: string
  mode: 'combined' | 'split'
  /** Addresses and ports that it listens on. */
  listens: readonly string[]
  /** The same for metrics. */
  metrics: readonly string[]
  database: 'postgres' | 'embedded'
  /** Whether there is a Redis for the pace of calls, and one for what was learned of chains. */
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
  /** The least level that is written. */
  level: LogEntry['level']
  /** How many of the requests that did not fail are written: 1 all of them, 0.01 one in a hundred. */
  requests: number
}
/** All entries but those of level `debug`. */
export const defaultLogSettings: LogSettings = { level: 'info', requests: 1 }

/** Passes on the lines that an operator wants, each with the id of its request. */
export const chosenLines = (log: Log, { level, requests }: LogSettings = defaultLogSettings): Log => {
  const least = logLevels.indexOf(level)
  const write = withRequestId(log)
  return (entry) => {
    if (logLevels.indexOf(entry.level) < least) return
    const isPlain = entry.event === 'request' && entry.level === 'info' && entry.error === undefined
    if (!isPlain || Math.random() < requests) write(entry)
  }
}

/** Passes on each line with the id of the request that it was written for. */
export const withRequestId =
  (log: Log): Log =>
  (entry) => {
    const id = requestId()
    log(id === undefined ? entry : { ...entry, requestId: id })
  }

/** What may be told of an unexpected failure. Database errors carry parameters, so only their class and code are taken. */
export function describeCause(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? ` ${thrown.code}` : ''
  const frame = thrown.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return `${thrown.name}${code}${frame === undefined ? '' : ` ${frame.trim()}`}`
}

/**
 * One line of the log. Fields are chosen here so that nothing else can get in: never a code, share, token, email, key
 * or body.
 */
export type LogEntry = {
  level: 'info' | 'warn' | 'error'
  event: string
  authority?: 'api' | 'custody'
  route?: string
  status?: number
  durationMs?: number
  /** Catalogue name of a failure. */
  error?: string
  /** What a client was told, so that its report finds this line. */
  ref?: string
  /** Class, message and first frame of an unexpected failure; our own code never puts a secret into one. */
  cause?: string
}
export type Log = (entry: LogEntry) => void

/** JSON lines on standard output. */
export const jsonLog: Log = (entry) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
}

export const silentLog: Log = () => {}

/** What may be told of an unexpected failure. Database errors carry parameters, so only their class and code are taken. */
export function describeCause(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? ` ${thrown.code}` : ''
  const frame = thrown.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return `${thrown.name}${code}${frame === undefined ? '' : ` ${frame.trim()}`}`
}

/** Writes a line of the log. Facts contain no user data. */
export type FrameLog = (level: 'info' | 'warn' | 'error', event: string, facts?: object) => void

/** Writes lines of JSON to standard output, like the services. */
export const writeLine: FrameLog = (level, event, facts = {}) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, event, part: 'frame', ...facts })}\n`)
}

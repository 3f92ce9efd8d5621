/** Writes a line of the log. Facts hold nothing of visitors. */
export type FrameLog = (level: 'info' | 'warn' | 'error', event: string, facts?: object) => void

/** A line of JSON on standard output, as those of the services. */
export const writeLine: FrameLog = (level, event, facts = {}) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, event, part: 'frame', ...facts })}\n`)
}

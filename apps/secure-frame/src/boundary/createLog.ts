export type Log = {
  /** For a developer of the page; shown always. */
  warn(text: string): void
  /** Names and outcomes of messages; shown when the page asked for it. Never content. */
  note(text: string): void
}

type Console = Pick<typeof console, 'warn' | 'info'>

/** The wallet document's only access to the console. Its arguments must not be secret. */
export const createLog = (logsMessages: boolean, console: Console = globalThis.console): Log => ({
  warn: (text) => console.warn(`latchkey wallet: ${text}`),
  note: (text) => {
    if (logsMessages) console.info(`latchkey wallet: ${text}`)
  },
})

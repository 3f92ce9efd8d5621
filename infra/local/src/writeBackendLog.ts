import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LogEntry } from '@latchkey/service-kit/log'

/** In the data folder. */
export const backendLogName = 'backend.log'

/**
 * Writes the backend's log: every entry as a line of JSON in a file, and errors as one line for the developer.
 *
 * Writes are synchronous, so that the file is always complete, also after a crash.
 */
export const writeBackendLog = (file: string, say: (line: string) => void): ((entry: LogEntry) => void) => {
  mkdirSync(dirname(file), { recursive: true })
  return (entry) => {
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
    if (entry.level === 'info') return
    const { event, authority = 'backend', route, error, cause } = entry
    say(
      `${authority}: ${[event, route, error, cause].filter((part) => part !== undefined).join(', ')} (more in ${file})`,
    )
  }
}

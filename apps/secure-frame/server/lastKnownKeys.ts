import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuthorityKeys, endpoints } from '@latchkey/api-client'
import { tryParse } from '@latchkey/protocol/tryParse'

/** What an authority last said of its keys, for a process that starts while that authority is away. */
export type LastKnownKeys = {
  /** Null when nothing is kept that this authority can have said. */
  read(): Promise<AuthorityKeys | null>
  /** Writes what has changed. Rejects when the folder can't be written to. */
  write(keys: AuthorityKeys): Promise<void>
}

/** Kept as `<folder>/<authority>-keys.json`, which processes share; without a folder nowhere. */
export function lastKnownKeys(authority: AuthorityKeys['authority'], folder: string | undefined): LastKnownKeys {
  if (folder === undefined) return { read: async () => null, write: async () => {} }
  const file = join(folder, `${authority}-keys.json`)
  let written: string | null = null
  return {
    async read() {
      try {
        const kept = tryParse(endpoints.apiKeys.response, JSON.parse(await readFile(file, 'utf8')))
        return kept.success && kept.data.authority === authority ? kept.data : null
      } catch {
        // None yet, or none that can be read: as on the first day.
        return null
      }
    },
    async write(keys) {
      const text = JSON.stringify(keys)
      if (text === written) return
      await mkdir(folder, { recursive: true })
      // Whole or not at all, whoever else writes it now.
      const next = `${file}.${randomUUID()}`
      await writeFile(next, text, { flush: true })
      await rename(next, file)
      written = text
    },
  }
}

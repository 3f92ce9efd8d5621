import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuthorityKeys, endpoints } from '@latchkey/api-client'
import { tryParse } from '@latchkey/protocol/tryParse'

/** An authority's last keys, for a process that starts while that authority is offline. */
export type LastKnownKeys = {
  /** Returns null when no valid keys of this authority are stored. */
  read(): Promise<AuthorityKeys | null>
  /** Writes changed keys. Rejects when the folder can't be written to. */
  write(keys: AuthorityKeys): Promise<void>
}

/** Stores them as `<folder>/<authority>-keys.json`, which processes share; without a folder nowhere. */
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
        // None yet, or an unreadable one: as on the first start.
        return null
      }
    },
    async write(keys) {
      const text = JSON.stringify(keys)
      if (text === written) return
      await mkdir(folder, { recursive: true })
      // Atomic, even if another process writes it now.
      const next = `${file}.${randomUUID()}`
      await writeFile(next, text, { flush: true })
      await rename(next, file)
      written = text
    },
  }
}

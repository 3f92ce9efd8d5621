import type { Sql } from '../../db/database.ts'
import type { EncryptionContext } from '../../kms/kms.ts'

/** A row with a value of `envelope.ts`, by its primary key. */
export type SealedRow = { key: readonly string[]; context: EncryptionContext; ciphertext: Uint8Array }

/** A table of an authority in which such values lie: a row for each makes `rotateKeys` find them all. */
export type SealedTable = {
  name: string
  /** A key before every one that there is. */
  start: readonly string[]
  /** The next rows after a key, in the order of their keys. */
  read(sql: Sql, after: readonly string[], limit: number): Promise<SealedRow[]>
  /** Unless the row was changed meanwhile: whatever was written since is wrapped by the newest key. */
  replace(sql: Sql, row: SealedRow, ciphertext: Uint8Array): Promise<void>
}

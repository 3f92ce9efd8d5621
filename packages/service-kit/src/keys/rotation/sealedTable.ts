import type { Sql } from '../../db/database.ts'
import type { EncryptionContext } from '../../kms/kms.ts'

/** A row with a value of `envelope.ts`, by its primary key. */
export type SealedRow = { key: readonly string[]; context: EncryptionContext; ciphertext: Uint8Array }

/** A table of an authority with encrypted values. `rotateKeys` rewraps all that are listed. */
export type SealedTable = {
  name: string
  /** A key that sorts before every existing one. */
  start: readonly string[]
  /** Returns the next rows after a key, in key order. */
  read(sql: Sql, after: readonly string[], limit: number): Promise<SealedRow[]>
  /** Replaces the ciphertext unless the row was changed in the meantime: newer data is already wrapped by the newest key. */
  replace(sql: Sql, row: SealedRow, ciphertext: Uint8Array): Promise<void>
}

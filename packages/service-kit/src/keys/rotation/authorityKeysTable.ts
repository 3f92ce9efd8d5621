import type { Authority } from '@latchkey/api-client'
import { authorityKeyContext } from '../authorityKeyring.ts'
import type { SealedTable } from './sealedTable.ts'

/** The private keys of an authority. */
export const authorityKeysTable = (authority: Authority): SealedTable => ({
  name: 'authority_keys',
  start: [''],
  read: async (sql, [after = ''], limit) => {
    const rows = await sql<{ purpose: string; ciphertext: Uint8Array }>`
      SELECT purpose, ciphertext FROM authority_keys WHERE purpose > ${after} ORDER BY purpose LIMIT ${limit}`
    return rows.map(({ purpose, ciphertext }) => ({
      key: [purpose],
      context: authorityKeyContext(authority, purpose),
      ciphertext,
    }))
  },
  replace: async (sql, { key: [purpose = ''], ciphertext: old }, ciphertext) => {
    await sql`UPDATE authority_keys SET ciphertext = ${ciphertext} WHERE purpose = ${purpose} AND ciphertext = ${old}`
  },
})

import type { SealedTable } from '@latchkey/service-kit/keys/rotation/sealedTable'
import { storageContext } from './shareContexts.ts'

/** The wallet data that custody encrypts under its keys. */
export const recoverySharesTable: SealedTable = {
  name: 'recovery_shares',
  start: ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
  read: async (sql, [afterWallet = '', afterShare = ''], limit) => {
    const rows = await sql<{
      wallet_id: string
      recovery_share_id: string
      user_id: string
      generation: number
      ciphertext: Uint8Array
    }>`
      SELECT wallet_id, recovery_share_id, user_id, generation, ciphertext FROM recovery_shares
      WHERE (wallet_id, recovery_share_id) > (${afterWallet}, ${afterShare})
      ORDER BY wallet_id, recovery_share_id LIMIT ${limit}`
    return rows.map(({ wallet_id: walletId, recovery_share_id: recoveryShareId, user_id, generation, ciphertext }) => ({
      key: [walletId, recoveryShareId],
      context: storageContext({ userId: user_id, walletId, generation, recoveryShareId }),
      ciphertext,
    }))
  },
  replace: async (sql, { key: [walletId = '', recoveryShareId = ''], ciphertext: old }, ciphertext) => {
    await sql`
      UPDATE recovery_shares SET ciphertext = ${ciphertext}
      WHERE wallet_id = ${walletId} AND recovery_share_id = ${recoveryShareId} AND ciphertext = ${old}`
  },
}

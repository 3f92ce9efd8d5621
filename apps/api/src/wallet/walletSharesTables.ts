import type { SealedTable } from '@latchkey/service-kit/keys/rotation/sealedTable'
import { storageContext } from './walletShares.ts'

const beforeAllIds = '00000000-0000-0000-0000-000000000000'

const authShares: SealedTable = {
  name: 'auth_shares',
  start: [beforeAllIds, ''],
  read: async (sql, [afterWallet = '', afterDevice = ''], limit) => {
    const rows = await sql<{
      wallet_id: string
      device_id: string
      user_id: string
      generation: number
      ciphertext: Uint8Array
    }>`
      SELECT wallet_id, device_id, user_id, auth_shares.generation, ciphertext
      FROM auth_shares JOIN wallets USING (wallet_id)
      WHERE (wallet_id, device_id) > (${afterWallet}, ${afterDevice})
      ORDER BY wallet_id, device_id LIMIT ${limit}`
    return rows.map(({ wallet_id: walletId, device_id, user_id, generation, ciphertext }) => ({
      key: [walletId, device_id],
      context: storageContext('auth', { walletId, generation, recoveryShareId: null }, user_id, device_id),
      ciphertext,
    }))
  },
  replace: async (sql, { key: [walletId = '', deviceId = ''], ciphertext: old }, ciphertext) => {
    await sql`
      UPDATE auth_shares SET ciphertext = ${ciphertext}
      WHERE wallet_id = ${walletId} AND device_id = ${deviceId} AND ciphertext = ${old}`
  },
}

const recoveryAuthShares: SealedTable = {
  name: 'recovery_auth_shares',
  start: [beforeAllIds],
  read: async (sql, [after = ''], limit) => {
    const rows = await sql<{
      wallet_id: string
      user_id: string
      generation: number
      recovery_share_id: string
      ciphertext: Uint8Array
    }>`
      SELECT wallet_id, user_id, recovery_auth_shares.generation, recovery_share_id, ciphertext
      FROM recovery_auth_shares JOIN wallets USING (wallet_id)
      WHERE wallet_id > ${after} ORDER BY wallet_id LIMIT ${limit}`
    return rows.map(({ wallet_id: walletId, user_id, generation, recovery_share_id: recoveryShareId, ciphertext }) => ({
      key: [walletId],
      context: storageContext('recovery-auth', { walletId, generation, recoveryShareId }, user_id, null),
      ciphertext,
    }))
  },
  replace: async (sql, { key: [walletId = ''], ciphertext: old }, ciphertext) => {
    await sql`
      UPDATE recovery_auth_shares SET ciphertext = ${ciphertext} WHERE wallet_id = ${walletId} AND ciphertext = ${old}`
  },
}

/** The wallet data that the api encrypts under its keys. */
export const walletSharesTables: readonly SealedTable[] = [authShares, recoveryAuthShares]

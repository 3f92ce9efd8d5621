import { type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import type { Bytes, SecretBytes } from '../secrets.ts'
import { packed, signDigest } from './signDigest.ts'

/**
 * The wallet's word for a change of its own record, 65 bytes: r, s, v. Only who has opened the wallet can give it, and it can
 * pass for no transaction and no message: see `walletChangeDigest`.
 */
export const signWalletChange = async (
  before: WalletRecord,
  record: WalletRecord,
  privateKey: SecretBytes,
): Promise<Bytes> => packed(signDigest(await walletChangeDigest(before, record), privateKey))

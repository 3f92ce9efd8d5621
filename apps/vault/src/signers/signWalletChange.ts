import { type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import type { Bytes, SecretBytes } from '../secrets.ts'
import { packed, signDigest } from './signDigest.ts'

/**
 * Signs a change of the wallet's own record, 65 bytes: r, s, v. Only an opened wallet can, and the signature is valid for no transaction
 * and no message: see `walletChangeDigest`.
 */
export const signWalletChange = async (
  before: WalletRecord,
  record: WalletRecord,
  privateKey: SecretBytes,
): Promise<Bytes> => packed(signDigest(await walletChangeDigest(before, record), privateKey))

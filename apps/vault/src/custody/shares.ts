import { AppError } from '@latchkey/protocol/errors'
import { combine, split } from 'shamir-secret-sharing'
import type { Hold, SecretBytes } from '../secrets.ts'

/** The share of a vault key: 32 bytes and its coordinate. */
export const shareLength = 33

/**
 * Splits a vault key into an independent pair: both shares are needed, one reveals nothing. The pair is recombined as a check before it is
 * returned: a faulty one would be noticed only when the wallet depends on it.
 */
export const splitVaultKey = async (vaultKey: SecretBytes, hold: Hold): Promise<[SecretBytes, SecretBytes]> => {
  const [first, second] = (await split(vaultKey, 2, 2)).map(hold)
  if (first === undefined || second === undefined) throw new AppError('INTERNAL')
  const again = await combineShares(first, second, hold)
  if (again.some((byte, index) => byte !== vaultKey[index])) throw new AppError('INTERNAL')
  return [first, second]
}

/**
 * Returns the vault key of a pair. Shares that are not a pair give another key, silently: only the wallet record's tag shows it. Throws
 * SHARE_INVALID for shares that cannot be a pair at all.
 */
export const combineShares = async (first: SecretBytes, second: SecretBytes, hold: Hold): Promise<SecretBytes> => {
  try {
    return hold(await combine([first, second]))
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}

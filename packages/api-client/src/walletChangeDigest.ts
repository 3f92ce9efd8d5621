import { encodeBase64url } from './base64url.ts'
import type { WalletRecord } from './endpoints/walletRecord.ts'
import { namedDigest } from './namedDigest.ts'
import { walletRecordAad } from './walletRecordAad.ts'

/**
 * What the wallet's own first EVM key signs of a change from one record to the next (`replaceWallet`), 32 bytes: SHA-256 of a
 * name and, of both records, the additional data and the ciphertext as text, in UTF-8, each behind its length in four bytes,
 * the first one first.
 *
 * The record before is part of it, so that a change which one device makes cannot undo in silence what another one has
 * changed: whatever was signed over records that the api never took follows none that it has.
 *
 * The signature can pass for nothing else. Whatever a wallet signs for the outside (transactions, EIP-191, EIP-712) is a
 * Keccak-256 digest; this is SHA-256 of a name that nothing else here has, so neither can be made to equal the other without
 * breaking one of the two functions. No page can therefore have a change signed under the guise of a message, and no api that
 * keeps a signed change holds a signature of the account which a chain or a dapp would take.
 */
export const walletChangeDigest = async (
  before: WalletRecord,
  record: WalletRecord,
): Promise<Uint8Array<ArrayBuffer>> => {
  const records = [before, record].flatMap((each) => [walletRecordAad(each), each.ciphertext])
  return namedDigest('latchkey wallet change v1', records)
}

/** Returns what the api gives out in place of a change's signature, base64url: a wallet that makes the signature again can compare it. */
export const walletSignatureDigest = async (signature: string): Promise<string> =>
  encodeBase64url(await namedDigest('latchkey wallet signature v1', [signature]))

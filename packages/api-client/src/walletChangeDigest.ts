import { encodeBase64url } from './base64url.ts'
import type { WalletRecord } from './endpoints/walletRecord.ts'
import { namedDigest } from './namedDigest.ts'
import { walletRecordAad } from './walletRecordAad.ts'

/**
 * Returns what the wallet's first EVM key signs for a change from one record to the next (`replaceWallet`), 32 bytes: SHA-256 of a name
 * and, for both records, the additional data and the ciphertext as text, in UTF-8, each prefixed with its length in four bytes, the
 * previous record first.
 *
 * The previous record is included, so that one device's change can't silently undo another's: a change signed over records that the api
 * never received follows none that it has.
 *
 * The signature can't pass for anything else. All other signatures of a wallet (transactions, EIP-191, EIP-712) are of a Keccak-256 digest;
 * this one is of a SHA-256 of a unique name, so equal digests would require breaking one of the two functions. Therefore no page can have a
 * change signed disguised as a message, and no api that stores a signed change holds an account's signature that a chain or a dapp would
 * accept.
 */
export const walletChangeDigest = async (
  before: WalletRecord,
  record: WalletRecord,
): Promise<Uint8Array<ArrayBuffer>> => {
  const records = [before, record].flatMap((each) => [walletRecordAad(each), each.ciphertext])
  return namedDigest('latchkey wallet change v1', records)
}

/** Returns what the api returns instead of a change's signature, base64url: a wallet that makes the signature again can compare it. */
export const walletSignatureDigest = async (signature: string): Promise<string> =>
  encodeBase64url(await namedDigest('latchkey wallet signature v1', [signature]))

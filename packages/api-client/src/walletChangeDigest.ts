import type { WalletRecord } from './endpoints/walletRecord.ts'
import { walletRecordAad } from './walletRecordAad.ts'

/**
 * What the wallet's own first EVM key signs of a changed record (`replaceWallet`), 32 bytes: SHA-256 of a name, the record's
 * additional data and its ciphertext as text, in UTF-8, each behind its length in four bytes, the first one first.
 *
 * The signature can pass for nothing else. Whatever a wallet signs for the outside (transactions, EIP-191, EIP-712) is a
 * Keccak-256 digest; this is SHA-256 of a name that nothing else here has, so neither can be made to equal the other without
 * breaking one of the two functions. No page can therefore have a change signed under the guise of a message, and no api that
 * keeps a signed change holds a signature of the account which a chain or a dapp would take.
 */
export const walletChangeDigest = async (record: WalletRecord): Promise<Uint8Array<ArrayBuffer>> => {
  const parts = [utf8('latchkey wallet change v1'), walletRecordAad(record), utf8(record.ciphertext)]
  const bytes = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0))
  let offset = 0
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(offset, part.length)
    bytes.set(part, offset + 4)
    offset += 4 + part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

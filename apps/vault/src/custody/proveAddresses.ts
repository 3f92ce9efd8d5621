import { addressesToProve, encodeBase64url, type WalletRecord, walletAddressText } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { packed, signDigest } from '../signers/signDigest.ts'
import type { Account } from './accounts.ts'

/** Returns proofs of the addresses that a record adds to the previous one, each by its own key (`walletAddressText`). */
export const proveAddresses = (
  record: WalletRecord,
  before: WalletRecord | null,
  accounts: readonly Account[],
): string[] =>
  addressesToProve(record, before).map((proven) => {
    const account = accounts.find(
      ({ namespace, address }) => namespace === proven.namespace && address === proven.address,
    )
    if (account === undefined) throw new AppError('INTERNAL')
    const text = new TextEncoder().encode(walletAddressText(record, proven))
    return encodeBase64url(
      proven.namespace === 'eip155'
        ? packed(signDigest(sha256(text), account.privateKey))
        : new Uint8Array(ed25519.sign(text, account.privateKey)),
    )
  })

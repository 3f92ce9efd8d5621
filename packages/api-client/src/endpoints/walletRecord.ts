import * as z from 'zod/mini'
import { addressProofs, base64url, generation, revision, uuid, walletSignature } from './recordFields.ts'

/** Unpadded base64url of this many bytes. */
const bytes = (least: number, most = least) => {
  const characters = (length: number): number => Math.ceil((length * 4) / 3)
  return z.string().check(z.regex(/^[\w-]*$/), z.minLength(characters(least)), z.maxLength(characters(most)))
}

/**
 * How the recovery share is protected. `automatic`: no second secret; custody stores the share as it is. Otherwise the vault encrypts the
 * share before it leaves, with something that the user knows or has: no authority can open it. The cost of Argon2id is fixed, so that no
 * record can make it cheap or endless.
 */
const walletRecovery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('automatic') }),
  z.object({ kind: z.literal('passphrase'), salt: bytes(16), memoryKiB: z.literal(65_536), passes: z.literal(3) }),
  /** WebAuthn: `salt` is the input of the PRF extension. */
  z.object({ kind: z.literal('passkey'), credentialId: bytes(16, 1023), salt: bytes(32) }),
])
/** The recovery method of a wallet, with its public parameters. */
export type WalletRecovery = z.output<typeof walletRecovery>

/** The maximum number of a wallet's accounts in each namespace. */
export const maxAddresses = 64

/** The maximum number of records that one call carries, and that a device stores to send them again. */
export const maxRecordsSent = 32

const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** 32 bytes in base58. */
const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const addressesOf = <address extends z.ZodMiniType>(address: address) =>
  z.array(address).check(z.minLength(1), z.maxLength(maxAddresses))

/** The encrypted wallet as the api stores it and the device caches it. Additional data: `walletRecordAad`. */
export const walletRecord = z.object({
  walletId: uuid,
  userId: uuid,
  /** Version of the record's format. */
  version: z.literal(1),
  /** The number of the vault key K that encrypts it; increases by one with each rotation. */
  generation,
  /** Increases by one with each change of the record, from 1. */
  revision,
  /** Its recovery pair, named after the key that has signed its halves (`sealing/recoveryPair.ts`). */
  recoveryShareId: uuid,
  recovery: walletRecovery,
  /** Addresses by CAIP-2 namespace, in the order of the sources that the record holds. */
  addresses: z.object({ eip155: addressesOf(evmAddress), solana: addressesOf(solanaAddress) }),
  /** AES-256-GCM: 12-byte nonce, then ciphertext and tag. */
  ciphertext: base64url(16_384),
})
/** A parsed record. `walletRecordAad` binds its ciphertext to the other fields. */
export type WalletRecord = z.output<typeof walletRecord>

/**
 * The newest records of a wallet, oldest first, at most 32. A device that opens the wallet stores them with their signatures, so that it
 * can send all of them again after a restore, whichever device made them.
 *
 * The api returns digests of signatures, and the device makes the signatures again: only signing in reveals nothing that could be sent. It
 * returns a signature only if it lacks the previous record, without which no device can make it. The wallet's first record has none.
 */
export const walletHistory = z
  .array(
    z.object({
      record: walletRecord,
      /** `walletSignatureDigest`. */
      signatureDigest: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
      signature: z.optional(walletSignature),
      addressProofs: z.optional(addressProofs),
    }),
  )
  .check(z.maxLength(maxRecordsSent))
/** A parsed history of a wallet. */
export type WalletHistory = z.output<typeof walletHistory>

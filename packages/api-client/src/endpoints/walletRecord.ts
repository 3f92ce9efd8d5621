import * as z from 'zod/mini'
import { base64url, generation, uuid } from './fields.ts'

/** The encrypted wallet as the api stores it and the device caches it. Additional data: `walletRecordAad`. */
export const walletRecord = z.object({
  walletId: uuid,
  userId: uuid,
  /** Version of the record's format. */
  version: z.literal(1),
  /** Which vault key K encrypts it; grows by one with each rotation. */
  generation,
  /** Addresses by CAIP-2 namespace, in derivation order. */
  addresses: z.object({
    eip155: z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))).check(z.minLength(1), z.maxLength(64)),
  }),
  /** AES-256-GCM: 12 bytes of nonce, then ciphertext and tag. */
  ciphertext: base64url(16_384),
})
export type WalletRecord = z.output<typeof walletRecord>

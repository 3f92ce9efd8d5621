import type { WalletRecord } from '@latchkey/api-client'

/** Comparing ciphertexts is enough: each was made once, and its tag fixes the rest. */
export const isSameRecord = (one: WalletRecord, other: WalletRecord): boolean => one.ciphertext === other.ciphertext

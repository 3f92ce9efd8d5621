import type { WalletRecord } from './endpoints/walletRecord.ts'

/** An address of a wallet whose key signs `walletAddressText`. */
export type ProvenAddress = { namespace: keyof WalletRecord['addresses']; address: string }

/** The prefix of every `walletAddressText`. Our wallets never sign such a text as a message. */
export const walletAddressPrefix = 'latchkey wallet address v1\n'

/**
 * Returns the addresses of a record that need a proof by their key, in the order of their proofs: those that the previous record doesn't
 * have.
 */
export const addressesToProve = (
  { addresses }: Pick<WalletRecord, 'addresses'>,
  before: Pick<WalletRecord, 'addresses'> | null,
): ProvenAddress[] =>
  (['eip155', 'solana'] as const).flatMap((namespace) =>
    addresses[namespace]
      .filter((address) => before?.addresses[namespace].includes(address) !== true)
      .map((address) => ({ namespace, address })),
  )

/**
 * Returns the text that an address's key signs before a wallet may have it: an EVM key signs the SHA-256 of this text in UTF-8, a Solana
 * key the text. It contains the wallet's owner, so a proof is worthless for other users. Without the proof, a new wallet could claim the
 * address of another user.
 *
 * The first can't pass for a message or transaction, which are Keccak-256 digests (`walletChangeDigest`). The second isn't a transaction;
 * as a message, other wallets show its text.
 */
export const walletAddressText = (
  { walletId, userId }: Pick<WalletRecord, 'walletId' | 'userId'>,
  { namespace, address }: ProvenAddress,
): string => `${walletAddressPrefix}wallet ${walletId}\nuser ${userId}\n${namespace}:${address}`

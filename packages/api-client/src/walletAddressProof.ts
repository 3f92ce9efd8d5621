import type { WalletRecord } from './endpoints/walletRecord.ts'

/** An address of a wallet whose key signs `walletAddressText`. */
export type ProvenAddress = { namespace: keyof WalletRecord['addresses']; address: string }

/** Every text of `walletAddressText` starts so. No wallet of ours signs one as a message. */
export const walletAddressPrefix = 'latchkey wallet address v1\n'

/** The addresses of a record whose keys have to prove themselves, in the order of their proofs: those that the one before doesn't have. */
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
 * What the key of an address says before a wallet may have it: an EVM key signs the SHA-256 of this text in UTF-8, a key of Solana
 * the text. Whose wallet it is stands in it, so a proof is worth nothing to anybody else, and without it whoever makes a wallet could claim
 * the address of another user.
 *
 * The first can pass for no message or transaction, which are Keccak-256 digests (`walletChangeDigest`). The second is no transaction; as a message,
 * other wallets show it as the text that it is.
 */
export const walletAddressText = (
  { walletId, userId }: Pick<WalletRecord, 'walletId' | 'userId'>,
  { namespace, address }: ProvenAddress,
): string => `${walletAddressPrefix}wallet ${walletId}\nuser ${userId}\n${namespace}:${address}`

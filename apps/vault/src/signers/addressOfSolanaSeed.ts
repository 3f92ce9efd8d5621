import { formatSolanaAddress } from '@latchkey/chains'
import { ed25519 } from '@noble/curves/ed25519.js'

/** Returns the Solana address of an Ed25519 seed: its public key (RFC 8032, section 5.1.5) in base58. */
export const addressOfSolanaSeed = (seed: Uint8Array): string => formatSolanaAddress(ed25519.getPublicKey(seed))

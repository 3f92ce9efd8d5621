import { createHash } from 'node:crypto'
import { addressesToProve, decodeBase64url, type WalletRecord, walletAddressText } from '@latchkey/api-client'
import { parseBase58 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'
import { signerOf } from './signerOf.ts'

/**
 * Requires that each address that `before` lacks is proved by its own key, for this wallet of this user: no wallet can name another user's
 * account. Throws SHARE_INVALID.
 */
export async function requireAddressProofs(
  record: WalletRecord,
  before: WalletRecord | null,
  proofs: readonly string[],
): Promise<void> {
  const due = addressesToProve(record, before)
  if (proofs.length !== due.length) throw new AppError('SHARE_INVALID')
  for (const [index, { namespace, address }] of due.entries()) {
    const text = new TextEncoder().encode(walletAddressText(record, { namespace, address }))
    const proof = proofs[index] ?? ''
    const isProved =
      namespace === 'eip155'
        ? (await signerOf(createHash('sha256').update(text).digest(), proof)) === address.toLowerCase()
        : isSignedOnSolana(text, address, proof)
    if (!isProved) throw new AppError('SHARE_INVALID')
  }
}

function isSignedOnSolana(text: Uint8Array, address: string, proof: string): boolean {
  try {
    return ed25519.verify(decodeBase64url(proof), text, parseBase58(address, 'addresses'), { zip215: false })
  } catch {
    // Neither a well-formed signature nor key.
    return false
  }
}

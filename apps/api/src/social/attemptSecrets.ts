import { decryptValue, encryptValue } from '@latchkey/service-kit/kms/envelope'
import type { EncryptionContext, Kms } from '@latchkey/service-kit/kms/kms'

/** The provider's code on its way to be exchanged, and what came of it. */
type Kind = 'callback' | 'answer'

const contextOf = (kind: Kind, attemptId: string): EncryptionContext => ({ purpose: `social ${kind}`, attemptId })

/**
 * What an attempt keeps encrypted: JSON under a data key of its own. It lives for minutes, so that a rotation of keys leaves it
 * to the key of before.
 */
export async function sealForAttempt(kms: Kms, kind: Kind, attemptId: string, value: unknown): Promise<Uint8Array> {
  const plaintext = new TextEncoder().encode(JSON.stringify(value))
  try {
    return await encryptValue(kms, contextOf(kind, attemptId), plaintext)
  } finally {
    plaintext.fill(0)
  }
}

/** Throws for what belongs to another attempt, or was changed. */
export async function openForAttempt(kms: Kms, kind: Kind, attemptId: string, sealed: Uint8Array): Promise<unknown> {
  const plaintext = await decryptValue(kms, contextOf(kind, attemptId), sealed)
  try {
    return JSON.parse(new TextDecoder().decode(plaintext))
  } finally {
    plaintext.fill(0)
  }
}

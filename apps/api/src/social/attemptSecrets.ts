import { decryptValue, encryptValue } from '@latchkey/service-kit/kms/envelope'
import type { EncryptionContext, Kms } from '@latchkey/service-kit/kms/kms'

/** The provider's code before its exchange, and the exchange's result. */
type Kind = 'callback' | 'answer'

const contextOf = (kind: Kind, attemptId: string): EncryptionContext => ({ purpose: `social ${kind}`, attemptId })

/** Encrypts an attempt's data: JSON under a separate data key. It lives for minutes, so a key rotation leaves it under the previous key. */
export async function sealForAttempt(kms: Kms, kind: Kind, attemptId: string, value: unknown): Promise<Uint8Array> {
  const plaintext = new TextEncoder().encode(JSON.stringify(value))
  try {
    return await encryptValue(kms, contextOf(kind, attemptId), plaintext)
  } finally {
    plaintext.fill(0)
  }
}

/** Throws for data that belongs to another attempt, or was changed. */
export async function openForAttempt(kms: Kms, kind: Kind, attemptId: string, sealed: Uint8Array): Promise<unknown> {
  const plaintext = await decryptValue(kms, contextOf(kind, attemptId), sealed)
  try {
    return JSON.parse(new TextDecoder().decode(plaintext))
  } finally {
    plaintext.fill(0)
  }
}

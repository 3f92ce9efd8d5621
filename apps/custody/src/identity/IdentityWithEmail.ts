import { isEmail } from '@latchkey/protocol'
import type { Identity } from '@latchkey/service-kit/keys/tokens'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'

/** A user's identity at a provider, with the address that the provider has verified, normalized; null where there is none. */
export type IdentityWithEmail = { identity: Identity; email: string | null }

/** Normalizes an address that a provider calls verified; null for an invalid email. */
export const readEmail = (text: string | null | undefined): string | null =>
  text != null && text.length <= 254 && isEmail(text.trim()) ? normalEmail(text) : null

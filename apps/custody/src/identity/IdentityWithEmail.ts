import { isEmail } from '@latchkey/protocol'
import type { Identity } from '@latchkey/service-kit/keys/tokens'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'

/** Who somebody is at a provider, with the address that the provider has verified, as emails are compared; null where there is none. */
export type IdentityWithEmail = { identity: Identity; email: string | null }

/** Reads an address that a provider calls verified. What isn't an email is none. */
export const readEmail = (text: string | null | undefined): string | null =>
  text != null && text.length <= 254 && isEmail(text.trim()) ? normalEmail(text) : null

import type { SocialProvider } from '@latchkey/api-client'

/** A configured provider, as both authorities know it: our client id there, and the issuer of its identities. */
export type IdentityProvider = {
  clientId: string
  /** `iss` of OpenID Connect; for another provider, its constant substitute in an identity. */
  issuer: string
}
/** The login providers that the operator has configured. */
export type IdentityProviders = Partial<Readonly<Record<SocialProvider, IdentityProvider>>>

/** The user of a sign-in, as the provider identifies them. */
export type Person = {
  /** Unique and never reassigned at the provider. */
  subject: string
  /** An address that the provider has verified. Informational only: users are never looked up by it. */
  email: string | null
  userName: string | null
}

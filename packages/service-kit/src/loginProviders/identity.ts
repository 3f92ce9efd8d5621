import type { SocialProvider } from '@latchkey/api-client'

/** A provider that is set up, as both authorities know it: whom it knows us as, and whose word its identities are. */
export type IdentityProvider = {
  clientId: string
  /** `iss` of OpenID Connect; of a provider without, what stands for it in an identity, and never changes. */
  issuer: string
}
/** The login providers that the operator has configured. */
export type IdentityProviders = Partial<Readonly<Record<SocialProvider, IdentityProvider>>>

/** Of a sign-in at a provider: who it is there. */
export type Person = {
  /** Unique and never reassigned at the provider. */
  subject: string
  /** An address that the provider has verified. Information alone: nobody is found by it. */
  email: string | null
  userName: string | null
}

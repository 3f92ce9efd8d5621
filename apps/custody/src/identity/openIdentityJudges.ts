import type { SocialProvider } from '@latchkey/api-client'
import type { Clock } from '@latchkey/service-kit/clock'
import type { IdentityProvider, IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import { providers } from '@latchkey/service-kit/loginProviders/providers'
import { createOpenIdIssuer, type OpenIdIssuer } from './openIdIssuer.ts'

/** How custody verifies the logins of one provider: by the provider's signature, or, if it signs nothing, by the api's statement. */
export type IdentityJudge = IdentityProvider & ({ by: 'idToken'; openId: OpenIdIssuer } | { by: 'statement' })
export type IdentityJudges = Partial<Readonly<Record<SocialProvider, IdentityJudge>>>

/** Covers every configured provider. Sends no request before a first login. */
export const openIdentityJudges = (
  known: IdentityProviders,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock },
): IdentityJudges =>
  Object.fromEntries(
    (Object.entries(known) as [SocialProvider, IdentityProvider][]).map(([provider, identityProvider]) => {
      const { issuer } = identityProvider
      const judge: IdentityJudge =
        providers[provider].protocol === 'oidc'
          ? { ...identityProvider, by: 'idToken', openId: createOpenIdIssuer({ issuer, fetch, clock }) }
          : { ...identityProvider, by: 'statement' }
      return [provider, judge]
    }),
  )

import { type AuthorityDeps, openAuthority } from '@latchkey/service-kit/authority/openAuthority'
import type { IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import type { EmailLimits } from '@latchkey/service-kit/mail/mailAllowance'
import { withWalletPages } from '@latchkey/service-kit/projects/withWalletPages'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { createCustodyHandlers } from './createCustodyHandlers.ts'
import { shareLimits } from './recoveryShare/shareAllowance.ts'

export type CustodyAppDeps = AuthorityDeps & {
  mailer: Mailer
  /** Caps on code mails; null turns them off. */
  emailLimits: EmailLimits | null
  /** Providers that people can sign in at. */
  identityProviders: IdentityProviders
  /** Null: no login by Farcaster. */
  farcaster: FarcasterSettings | null
  /** Asks providers for their keys, and the chain. */
  fetch: typeof globalThis.fetch
  /** Verifies what the api says. Throws SERVICE_UNREACHABLE while that key cannot be learnt. */
  apiKey: () => Promise<CryptoKey>
}

/** Custody as a function of a request, and the key that what it signs is verified with. */
export async function createCustodyApp(options: CustodyAppDeps) {
  const deps = { ...options, projects: withWalletPages(options.projects, options.walletOrigin) }
  const { keyring, health, serve } = await openAuthority('custody', deps)
  const app = serve(createCustodyHandlers({ ...deps, keyring, health, ...limitsOf(deps) }))
  return { app, signingKey: keyring.signing.publicKey }
}

const limitsOf = ({ emailLimits, rates }: CustodyAppDeps) => ({
  limits: emailLimits,
  shareLimits: rates === null ? null : shareLimits,
})

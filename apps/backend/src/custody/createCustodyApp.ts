import type { Mailer } from '../mail/mail.ts'
import type { EmailLimits } from '../mail/mailAllowance.ts'
import { type AuthorityDeps, openAuthority } from '../openAuthority.ts'
import { withWalletPages } from '../projects/withWalletPages.ts'
import type { FarcasterSettings } from '../settings/farcasterFields.ts'
import type { IdentityProviders } from '../social/identity.ts'
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

import { type LoginProvider, loginProvider } from '@latchkey/api-client'
import type { FarcasterDeps } from '../farcaster/farcasterService.ts'
import type { SocialDeps } from './socialService.ts'

/** Who is set up to be signed in with, in the order of the table of providers; Farcaster last. */
export const listProviders = ({
  providerClients,
  farcaster,
}: Pick<SocialDeps, 'providerClients'> & Pick<FarcasterDeps, 'farcaster'>): LoginProvider[] =>
  loginProvider.options.filter((provider) =>
    provider === 'farcaster' ? farcaster !== null : providerClients[provider] !== undefined,
  )

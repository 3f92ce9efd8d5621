import { type LoginProvider, loginProvider } from '@latchkey/api-client'
import type { FarcasterDeps } from '../farcaster/farcasterService.ts'
import type { SocialDeps } from './socialService.ts'

/** Returns the configured login providers, in the order of the table of providers; Farcaster last. */
export const listProviders = ({
  providerClients,
  farcaster,
}: Pick<SocialDeps, 'providerClients'> & Pick<FarcasterDeps, 'farcaster'>): LoginProvider[] =>
  loginProvider.options.filter((provider) =>
    provider === 'farcaster' ? farcaster !== null : providerClients[provider] !== undefined,
  )

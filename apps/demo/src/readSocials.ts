import type { SocialProvider } from '@latchkey/modal'
import { loginProviderIds } from '@latchkey/protocol/loginProviders'

/** Returns the login providers that the demo offers: those that `?socials=x,google` names, in that order, else all. */
export const readSocials = (query: string): readonly SocialProvider[] => {
  const wanted = new URLSearchParams(query).get('socials')
  if (wanted === null) return loginProviderIds
  return wanted.split(',').flatMap((name) => loginProviderIds.find((known) => known === name) ?? [])
}

import type { LoginProvider } from '@latchkey/api-client'

/** What providers call themselves, in every language. */
export const providerNames: Readonly<Record<LoginProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}

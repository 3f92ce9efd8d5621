import type { BackendSettings } from '@latchkey/combined'
import type { Addresses } from '../addresses.ts'
import { localAppleTeam, localClientId, localSecretOf } from './localClient.ts'

/** How our api and custody know the local providers. `appleKey` is PEM (PKCS #8). */
export const localSocialSettings = (
  { google, apple, oauth }: Pick<Addresses, 'google' | 'apple' | 'oauth'>,
  appleKey: string,
): NonNullable<BackendSettings['social']> => {
  const clientOf = (provider: 'google' | 'github' | 'facebook' | 'x' | 'discord', issuer: string) => ({
    clientId: localClientId,
    clientSecret: localSecretOf(provider),
    issuer,
  })
  return {
    google: clientOf('google', google),
    apple: { clientId: localClientId, ...localAppleTeam, privateKeyPem: appleKey, issuer: apple },
    github: {
      ...clientOf('github', `${oauth}/github`),
      authorizeUrl: `${oauth}/github/login/oauth/authorize`,
      tokenUrl: `${oauth}/github/login/oauth/access_token`,
      profileUrl: `${oauth}/github/user`,
      emailsUrl: `${oauth}/github/user/emails`,
    },
    facebook: {
      ...clientOf('facebook', `${oauth}/facebook`),
      authorizeUrl: `${oauth}/facebook/dialog/oauth`,
      tokenUrl: `${oauth}/facebook/oauth/access_token`,
      profileUrl: `${oauth}/facebook/me?fields=id,name`,
    },
    x: {
      ...clientOf('x', `${oauth}/x`),
      authorizeUrl: `${oauth}/x/i/oauth2/authorize`,
      tokenUrl: `${oauth}/x/2/oauth2/token`,
      profileUrl: `${oauth}/x/2/users/me`,
    },
    discord: {
      ...clientOf('discord', `${oauth}/discord`),
      authorizeUrl: `${oauth}/discord/oauth2/authorize`,
      tokenUrl: `${oauth}/discord/api/oauth2/token`,
      profileUrl: `${oauth}/discord/api/users/@me`,
    },
  }
}

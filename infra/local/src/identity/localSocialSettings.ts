import type { BackendSettings } from '@latchkey/combined'
import { isOidcProvider, type OidcProvider, type WindowProvider } from '@latchkey/protocol/loginProviders'
import { localAppleTeam, localClientId, localSecretOf, providerUrl } from './localClient.ts'
import { oauthStandIns, windowProviderIds } from './standIns.ts'

type SocialSettings = NonNullable<BackendSettings['social']>

/** Returns the local providers in the form of our api's and custody's settings. `appleKey` is PEM (PKCS #8). */
export const localSocialSettings = (
  urls: Readonly<Record<OidcProvider | 'oauth', string>>,
  appleKey: string,
): SocialSettings => {
  const settingsOf = (provider: WindowProvider) => {
    const issuer = providerUrl(urls, provider)
    if (provider === 'apple') return { clientId: localClientId, ...localAppleTeam, privateKeyPem: appleKey, issuer }
    const client = { clientId: localClientId, clientSecret: localSecretOf(provider), issuer }
    if (isOidcProvider(provider)) return client
    const { authorizePath, tokenPath, profilePath, emailsPath } = oauthStandIns[provider]
    return {
      ...client,
      authorizeUrl: `${issuer}${authorizePath}`,
      tokenUrl: `${issuer}${tokenPath}`,
      profileUrl: `${issuer}${profilePath}`,
      ...(emailsPath === undefined ? {} : { emailsUrl: `${issuer}${emailsPath}` }),
    }
  }
  return Object.fromEntries(windowProviderIds.map((provider) => [provider, settingsOf(provider)])) as SocialSettings
}

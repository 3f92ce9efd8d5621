import { expect, test } from 'vitest'
import { identityProvidersOf, readSocial } from '../../api/src/social/socialSettings.ts'
import { readIdentityProviders } from '../../custody/src/identity/readIdentityProviders.ts'

test('custody is told clients and issuers, and refuses every secret', () => {
  const variables = { SOCIAL_GOOGLE_CLIENT_ID: 'g', SOCIAL_GOOGLE_ISSUER: 'https://a.example', SOCIAL_X_CLIENT_ID: 'x' }
  const told = {
    google: { clientId: 'g', issuer: 'https://a.example' },
    x: { clientId: 'x', issuer: 'https://x.com' },
  }
  expect(readIdentityProviders(variables)).toEqual(told)
  const secrets = { SOCIAL_GOOGLE_CLIENT_SECRET: 's', SOCIAL_X_CLIENT_SECRET: 's' }
  expect(identityProvidersOf(readSocial({ ...variables, ...secrets }))).toEqual(told)
  for (const name of [...Object.keys(secrets), 'SOCIAL_APPLE_PRIVATE_KEY', 'SOCIAL_APPLE_TEAM_ID'])
    expect(() => readIdentityProviders({ ...variables, SOCIAL_APPLE_CLIENT_ID: 'a', [name]: 'top secret' })).toThrow(
      `${name}: custody must not have it`,
    )
})

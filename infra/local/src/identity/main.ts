/** The local sign-in providers, in a process of their own: what plays Google and Apple is heavy, and nobody else needs it. */
import { join } from 'node:path'
import { runPartProcess } from '../process/runPartProcess.ts'
import { serve } from '../serve.ts'
import type { IdentityFacts } from './identityFacts.ts'
import { localSecretOf } from './localClient.ts'
import { createOauthApp } from './oauth/createOauthApp.ts'
import { apple } from './oidc/apple.ts'
import { createOidcApp } from './oidc/createOidcApp.ts'
import { google } from './oidc/google.ts'
import { isAppleSecret } from './oidc/isAppleSecret.ts'
import { openSigningKey } from './oidc/openSigningKey.ts'

runPartProcess(async ({ ports, urls, keysFolder, applePublicKey }: IdentityFacts) => {
  const googleApp = createOidcApp({
    name: 'google',
    row: google,
    issuer: urls.google,
    apiUrl: urls.api,
    signingKey: await openSigningKey(join(keysFolder, 'google.json')),
    isSecret: (secret) => secret === localSecretOf('google'),
  })
  const appleApp = createOidcApp({
    name: 'apple',
    row: apple,
    issuer: urls.apple,
    apiUrl: urls.api,
    signingKey: await openSigningKey(join(keysFolder, 'apple.json')),
    isSecret: (secret) => isAppleSecret(secret, urls.apple, applePublicKey),
  })
  await serve(googleApp.fetch, ports.google)
  await serve(appleApp.fetch, ports.apple)
  await serve(createOauthApp(urls.api, Date.now).fetch, ports.oauth)
})

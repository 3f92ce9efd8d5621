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
  const apiUrl = urls.api
  const [googleKey, appleKey] = await Promise.all(
    ['google', 'apple'].map((name) => openSigningKey(join(keysFolder, `${name}.json`))),
  )
  if (googleKey === undefined || appleKey === undefined) throw new Error('There are no signing keys')
  const googleApp = createOidcApp({
    ...{ name: 'google', row: google, issuer: urls.google, apiUrl, signingKey: googleKey },
    isSecret: (secret) => secret === localSecretOf('google'),
  })
  const appleApp = createOidcApp({
    ...{ name: 'apple', row: apple, issuer: urls.apple, apiUrl, signingKey: appleKey },
    isSecret: (secret) => isAppleSecret(secret, urls.apple, applePublicKey),
  })
  await serve(googleApp.fetch, ports.google)
  await serve(appleApp.fetch, ports.apple)
  await serve(createOauthApp(apiUrl, Date.now).fetch, ports.oauth)
})

/** The local sign-in providers, in a separate process: the OpenID Connect library is heavy, and nothing else needs it. */
import { join } from 'node:path'
import { runPartProcess } from '../process/runPartProcess.ts'
import { serve } from '../serve.ts'
import type { IdentityFacts } from './identityFacts.ts'
import { localSecretOf } from './localClient.ts'
import { createOauthApp } from './oauth/createOauthApp.ts'
import { createOidcApp } from './oidc/createOidcApp.ts'
import { isAppleSecret } from './oidc/isAppleSecret.ts'
import { openSigningKey } from './oidc/openSigningKey.ts'
import { oidcProviderIds, oidcStandIns } from './standIns.ts'

runPartProcess(async ({ ports, urls, keysFolder, applePublicKey }: IdentityFacts) => {
  for (const name of oidcProviderIds) {
    const app = createOidcApp({
      name,
      row: oidcStandIns[name],
      issuer: urls[name],
      apiUrl: urls.api,
      signingKey: await openSigningKey(join(keysFolder, `${name}.json`)),
      isSecret: (secret) =>
        name === 'apple' ? isAppleSecret(secret, urls.apple, applePublicKey) : secret === localSecretOf(name),
    })
    await serve(app.fetch, ports[name])
  }
  await serve(createOauthApp(urls.api, Date.now).fetch, ports.oauth)
})

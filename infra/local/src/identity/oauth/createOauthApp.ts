import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { pageHeaders } from '../../signIn/pagePolicy.ts'
import { aboutPage } from '../../signIn/signInPage.ts'
import { signInStyle } from '../../signIn/signInStyle.ts'
import { type LocalProvider, localSecretOf, redirectUriOf } from '../localClient.ts'
import { createProviderApp } from './createProviderApp.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import type { OauthProvider } from './oauthProvider.ts'
import { x } from './x.ts'

type ProviderName = Exclude<LocalProvider, 'google' | 'apple'>

const providers: Readonly<Record<ProviderName, OauthProvider>> = { github, facebook, x, discord }

/**
 * GitHub, Facebook, X and Discord, each under `/<name>` with the paths, rules and answers of the real one. `now` in
 * milliseconds since the epoch.
 */
export const createOauthApp = (apiUrl: string, now: () => number): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const titles = new Intl.ListFormat('en-GB').format(Object.values(providers).map(({ title }) => title))
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/signIn.css', signInStyle)
  app.get('/', (context) => context.html(aboutPage(titles), 200, pageHeaders(false)))
  for (const [name, provider] of Object.entries(providers) as [ProviderName, OauthProvider][]) {
    const client = { redirectUri: redirectUriOf(apiUrl, name), secret: localSecretOf(name) }
    app.route(`/${name}`, createProviderApp(provider, client, now))
  }
  return app
}

import type { HttpBindings } from '@hono/node-server'
import { getLanguage } from '@latchkey/copy'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Hono } from 'hono'
import { pageHeaders } from '../../pages/pageHeaders.ts'
import { pageStyle } from '../../pages/pageStyle.ts'
import { aboutPage } from '../../signIn/signInPage.ts'
import { localSecretOf, redirectUriOf } from '../localClient.ts'
import { oauthProviderIds, oauthStandIns } from '../standIns.ts'
import { createProviderApp } from './createProviderApp.ts'

/**
 * Serves every emulated OAuth 2.0 provider, each under `/<id>` with the real one's paths, rules and responses. `now` in milliseconds since
 * the epoch.
 */
export const createOauthApp = (apiUrl: string, now: () => number): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const titles = new Intl.ListFormat(getLanguage()).format(oauthProviderIds.map((id) => loginProviders[id].name))
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/page.css', pageStyle)
  app.get('/', (context) => context.html(aboutPage(titles), 200, pageHeaders(false)))
  for (const id of oauthProviderIds) {
    const client = { redirectUri: redirectUriOf(apiUrl, id), secret: localSecretOf(id) }
    app.route(`/${id}`, createProviderApp(oauthStandIns[id], loginProviders[id].name, client, now))
  }
  return app
}

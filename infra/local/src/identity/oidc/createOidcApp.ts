import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { t } from '@latchkey/copy/localSignIn'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { type Context, Hono } from 'hono'
import { createFaults, hinderServers } from '../../faults/createFaults.ts'
import { oidcFaults } from '../../faults/faultTables.ts'
import { pageHeaders } from '../../pages/pageHeaders.ts'
import { pageStyle } from '../../pages/pageStyle.ts'
import { readChoice } from '../../signIn/readChoice.ts'
import { aboutPage, mistakePage, signInPage } from '../../signIn/signInPage.ts'
import { createOidcProvider, type OidcProviderSettings } from './createOidcProvider.ts'
import type { Account } from './oidcRow.ts'

type Bindings = { Bindings: HttpBindings }

/** Paths that servers call; browsers use the rest. */
const serverPaths = ['/.well-known/openid-configuration', '/jwks', '/token', '/me']

/** An OpenID Connect provider with its sign-in page and, for tests, its faults. */
export const createOidcApp = (settings: Omit<OidcProviderSettings, 'accounts' | 'faults'>): Hono<Bindings> => {
  const { row } = settings
  const title = loginProviders[settings.name].name
  const accounts = new Map<string, Account>()
  const faults = createFaults(oidcFaults)
  const provider = createOidcProvider({ ...settings, accounts, faults })
  const listener = provider.callback()

  const app = new Hono<Bindings>()
  app.route('/', faults.control)
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/page.css', pageStyle)
  app.get('/', (context) => context.html(aboutPage(title), 200, pageHeaders(false)))

  const interact = async (context: Context<Bindings>): Promise<Response> => {
    for (const [header, value] of Object.entries(pageHeaders(faults.has('severed')))) context.header(header, value)
    const { incoming, outgoing } = context.env
    const interaction = await provider.interactionDetails(incoming, outgoing).catch(() => undefined)
    if (interaction === undefined) return context.html(mistakePage(title, t('mistake.expired')), 400)
    const sendOn = async (result: Parameters<typeof provider.interactionFinished>[2]): Promise<Response> => {
      await provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false })
      return RESPONSE_ALREADY_SENT
    }

    if (faults.has('error')) return sendOn({ error: 'server_error' })
    const { tellsVerified, option } = row
    const page = { title, destination: new URL(String(interaction.params.redirect_uri)).host, tellsVerified, option }
    if (context.req.method === 'GET') return context.html(signInPage(page))
    const choice = readChoice(await context.req.parseBody())
    if (choice.kind === 'invalid') return context.html(signInPage({ ...page, problem: choice.problem }), 400)
    if (choice.kind === 'denied') return sendOn({ error: row.denial })
    const { person, hasOption } = choice
    const accountId = row.subjectOf(person)
    accounts.set(accountId, { person, hasOption })
    return sendOn({ login: { accountId, remember: false }, select_account: {}, consent: {} })
  }
  app.on(['GET', 'POST'], '/interaction/:uid', interact)

  for (const path of serverPaths) app.use(path, hinderServers(faults))
  app.all('*', async (context) => {
    await listener(context.env.incoming, context.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  return app
}

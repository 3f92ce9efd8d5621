import { randomBytes } from 'node:crypto'
import { loginProviders, type OidcProvider } from '@latchkey/protocol/loginProviders'
import type { JWK } from 'jose'
import Provider, { type Configuration, interactionPolicy, type JWK as ProviderKey } from 'oidc-provider'
import type { Faults } from '../../faults/createFaults.ts'
import type { OidcFault } from '../../faults/faultTables.ts'
import { pageHeaders } from '../../pages/pageHeaders.ts'
import { mistakePage } from '../../signIn/signInPage.ts'
import { localClientId, redirectUriOf } from '../localClient.ts'
import { createMemoryAdapter } from './createMemoryAdapter.ts'
import type { Account, OidcRow } from './oidcRow.ts'
import { spoilIdToken } from './spoilIdToken.ts'

export type OidcProviderSettings = {
  name: OidcProvider
  row: OidcRow
  issuer: string
  apiUrl: string
  signingKey: JWK
  /** Whether this is the client's secret. */
  isSecret: (secret: string) => boolean | Promise<boolean>
  /** The users who have signed in, by `sub`. */
  accounts: ReadonlyMap<string, Account>
  faults: Faults<OidcFault>
}

const { Check, Prompt } = interactionPolicy

/** Every sign-in shows the page, which implies consent. */
const alwaysAsk = [
  new Prompt(
    { name: 'login', requestable: true },
    // not words: a description for programs.
    new Check('unknown', 'the user has not signed in', (context) => context.oidc.result?.login === undefined),
  ),
  // May be requested, and the same page handles them.
  new Prompt({ name: 'select_account', requestable: true }),
  new Prompt({ name: 'consent', requestable: true }),
]

const configurationOf = (settings: OidcProviderSettings): Configuration => {
  const { name, row, apiUrl, signingKey, accounts } = settings
  return {
    adapter: createMemoryAdapter(Date.now),
    clients: [
      {
        client_id: localClientId,
        // Only `isSecret` compares it.
        client_secret: randomBytes(32).toString('hex'),
        client_name: 'Latchkey',
        redirect_uris: [redirectUriOf(apiUrl, name)],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        response_modes: [row.responseMode],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    responseTypes: ['code'],
    claims: Object.fromEntries(
      Object.entries({ openid: ['sub'], ...row.scopes }).map(([scope, claims]) => [scope, [...claims]]),
    ),
    scopes: ['openid', ...Object.keys(row.scopes)],
    // Both real ones put their claims in the id_token, whether or not there is a userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: row.hasUserinfo },
    },
    interactions: { policy: alwaysAsk, url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [signingKey as ProviderKey] },
    ttl: { AccessToken: 3600, AuthorizationCode: 600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 600 },
    findAccount: (_, subject) => {
      const account = accounts.get(subject)
      return account && { accountId: subject, claims: () => ({ sub: subject, ...row.claimsOf(account) }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: localClientId })
      grant.addOIDCScope(String(oidc.params?.scope))
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description: words }) => {
      context.set(pageHeaders(false))
      context.type = 'html'
      context.body = String(mistakePage(loginProviders[name].name, words ?? error))
    },
  }
}

/** An OpenID Connect provider that behaves as its row. It keeps no sessions. */
export const createOidcProvider = (settings: OidcProviderSettings): Provider => {
  const { row, issuer, signingKey, isSecret, accounts, faults } = settings
  const provider = new Provider(issuer, configurationOf(settings))
  const { Client } = provider
  Client.prototype.compareClientSecret = (secret: string) => isSecret(secret)

  const sessionCookie = provider.cookieName('session')
  const isOfSession = (cookie: string): boolean => cookie.trimStart().startsWith(sessionCookie)
  provider.use(async (context, next) => {
    const { headers } = context.req
    headers.cookie = headers.cookie
      ?.split(';')
      .filter((cookie) => !isOfSession(cookie))
      .join(';')
    await next()
    const cookies = context.response.headers['set-cookie']
    if (Array.isArray(cookies))
      context.set(
        'Set-Cookie',
        cookies.filter((cookie) => !isOfSession(cookie)),
      )
  })

  provider.use(async (context, next) => {
    await next()
    const answer = context.body as Record<string, unknown>
    if (context.oidc?.route === 'discovery') answer.authorization_response_iss_parameter_supported = row.tellsIss
    if (context.oidc?.route !== 'token' || typeof answer.id_token !== 'string') return
    const idToken = await spoilIdToken(answer.id_token, signingKey, faults)
    if (idToken === undefined) delete answer.id_token
    else answer.id_token = idToken
  })

  const met = new Set<string>()
  provider.on('authorization.success', (context, answer) => {
    if (answer === undefined) return
    if (!row.tellsIss) delete answer.iss
    if (faults.has('wrong iss')) answer.iss = 'https://issuer.invalid'
    if (faults.has('wrong state')) answer.state = 'another-state'
    const subject = context.oidc.session?.accountId ?? ''
    const account = accounts.get(subject)
    if (row.firstAnswer === null || account === undefined || met.has(subject)) return
    met.add(subject)
    Object.assign(answer, row.firstAnswer(account))
  })
  return provider
}

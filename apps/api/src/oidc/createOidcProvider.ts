import { createPublicKey } from 'node:crypto'
import { authorizationScope } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import Provider, { type Client, type Configuration, ExternalSigningKey, interactionPolicy } from 'oidc-provider'
import { acrOf, idTokenLifeSeconds, issuerOf } from '../idTokens/signIdToken.ts'
import { subjectOf } from '../idTokens/subjectStore.ts'
import { type UserClaimsDeps, userClaims } from '../idTokens/userClaims.ts'
import { findOpenSession } from '../session/sessionStore.ts'
import { authorizationLifeSeconds, takeDecision } from './authorizationStore.ts'
import { createOidcStore } from './createOidcStore.ts'
import { createClientStore, isSecretOf, ownMetadata } from './oidcClients.ts'
import { decisionParameter, oidcRoutes, resumePath } from './oidcPaths.ts'

export type OidcProviderDeps = UserClaimsDeps & {
  database: Database
  clock: Clock
  projects: Projects
  limits: Pick<Limits, 'requireActive'>
  keyring: Pick<AuthorityKeyring, 'idToken' | 'refresh'>
  publicUrl: string
  walletOrigin: string
}

/** The consent page at the wallet origin. */
const pagePath = '/authorize'

/** Returns the wallet's page for a sign-in that can't continue. `error`: of RFC 6749 or of the provider. */
export const failedPage = (walletOrigin: string, error: string): string =>
  `${walletOrigin}${pagePath}#error=${encodeURIComponent(error)}`

const { Check, Prompt } = interactionPolicy

/** Every sign-in goes through the wallet's page: the api has no browser session, so it can't know who is signed in. */
const alwaysAsk = [
  new Prompt(
    { name: 'login', requestable: true },
    // not words: for programs.
    new Check('undecided', 'the user decides on a page of the wallet', 'login_required', ({ oidc }) => {
      return oidc.result?.login === undefined
    }),
  ),
  // Apps may request these; the same page handles them.
  new Prompt({ name: 'consent', requestable: true }),
  new Prompt({ name: 'select_account', requestable: true }),
]

/** The current key that signs ID tokens: the key ring rotates it. */
class RingKey extends ExternalSigningKey {
  readonly #ring: OidcProviderDeps['keyring']['idToken']

  constructor(ring: OidcProviderDeps['keyring']['idToken']) {
    super()
    this.#ring = ring
  }

  override get kid(): string {
    return this.#ring.kid
  }

  override get alg(): 'ES256' {
    return 'ES256'
  }

  override keyObject() {
    const jwk = this.#ring.jwks.keys.find(({ kid }) => kid === this.#ring.kid)
    return createPublicKey({ key: { ...jwk }, format: 'jwk' })
  }

  override async sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    return Buffer.from(await crypto.subtle.sign(algorithm, this.#ring.privateKey, data))
  }
}

const off = { enabled: false }

function configurationOf(deps: OidcProviderDeps): Configuration {
  const { database, clock, projects, publicUrl, walletOrigin } = deps
  const store = createOidcStore(deps)
  const clients = createClientStore(projects)
  const secure = publicUrl.startsWith('https:')
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    // Random, and valid only at the one URL that it is sent to.
    signed: false,
  } as const
  return {
    adapter: (model) => (model === 'Client' ? clients : store(model)),
    jwks: { keys: [new RingKey(deps.keyring.idToken)] },
    routes: oidcRoutes,
    scopes: [...authorizationScope.options],
    claims: { openid: ['sub', 'auth_time', 'amr', 'acr'], wallets: ['wallets'], email: ['email', 'email_verified'] },
    acrValues: [acrOf('otp')],
    // A user's wallets are not reserved for the userinfo endpoint, which many clients never call.
    conformIdTokenClaims: false,
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: (_, accountId, client) =>
      database.transaction('api', (sql) =>
        subjectOf(sql, {
          projectId: projectOf(client),
          owner: { userId: readAccountId(accountId).userId },
          now: clock.now(),
        }),
      ),
    sectorIdentifierUriValidate: () => false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraClientMetadata: { properties: ownMetadata },
    clientBasedCORS: (_, origin, client) => (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    },
    interactions: { policy: alwaysAsk, url: (_, { uid }) => `${walletOrigin}${pagePath}#${uid}` },
    cookies: { names: { resume: `${secure ? '__Secure-' : ''}latchkey-sign-in` }, short: cookie, long: cookie },
    ttl: {
      Interaction: authorizationLifeSeconds,
      AuthorizationCode: 60,
      AccessToken: 600,
      // As long as what it grants.
      Grant: 700,
      IdToken: idTokenLifeSeconds,
      Session: 60,
    },
    expiresWithSession: () => false,
    loadExistingGrant: async ({ oidc }) => {
      const { accountId } = oidc.session ?? {}
      if (accountId === undefined || oidc.client === undefined) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope([...oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    findAccount: async ({ oidc }, accountId) => {
      const { userId, sessionId } = readAccountId(accountId)
      if (sessionId === '' || isFrozen(deps, { userId, projectId: projectOf(oidc.client) })) return undefined
      const session = await database.transaction('api', (sql) => findOpenSession(sql, sessionId, clock.now()))
      if (session === null) return undefined
      return {
        accountId,
        claims: async (_, scope) => {
          const asked = scope.split(' ')
          const scopes = (['wallets', 'email'] as const).filter((name) => asked.includes(name))
          const project = projects.find(projectOf(oidc.client))
          return {
            sub: accountId,
            ...(await database.transaction('api', (sql) => userClaims(deps, sql, { userId, project, scopes }))),
          }
        },
      }
    },
    // Errors that can't be sent to the app are shown by the wallet: the api has no pages.
    renderError: (context, { error }) => {
      context.redirect(failedPage(walletOrigin, error))
      context.status = 303
    },
  }
}

/** A user, and the wallet session that has authorized a sign-in: its end revokes what the sign-in gave. */
const accountIdOf = ({ userId, sessionId }: { userId: string; sessionId: string }): string => `${userId} ${sessionId}`
const readAccountId = (accountId: string): { userId: string; sessionId: string } => {
  const [userId = '', sessionId = ''] = accountId.split(' ')
  return { userId, sessionId }
}

const isFrozen = ({ limits }: OidcProviderDeps, whose: { userId: string; projectId: string }): boolean => {
  try {
    limits.requireActive('signIns', whose)
    return false
  } catch (error) {
    if (error instanceof AppError && error.name === 'FROZEN') return true
    throw error
  }
}

const projectOf = (client: Client | undefined): string => String(client?.project_id)

/**
 * Creates the OpenID Provider (OpenID Connect Core 1.0: only the authorization code flow with PKCE S256) over our own sessions. It serves
 * below the path of its issuer, only through `serveOidc`.
 */
export function createOidcProvider(deps: OidcProviderDeps): Provider {
  const { database, clock, publicUrl } = deps
  const provider = new Provider(issuerOf(publicUrl), configurationOf(deps))
  // Behind `serveOidc`, which sets the URL.
  provider.proxy = true

  const { prototype } = provider.Client
  prototype.compareClientSecret = function (this: Client, secret: string): boolean {
    return isSecretOf(secret, this.secret_sha256)
  }

  provider.use(async (context, next) => {
    await next()
    const { oidc, body } = context
    if (oidc?.route === 'discovery') Object.assign(body as object, { response_modes_supported: ['query'] })
  })

  // Before the provider continues a sign-in: the user's decision counts only in the browser that started it.
  provider.use(async (context, next) => {
    const uid = context.cookies.get(provider.cookieName('resume'), { signed: false })
    if (uid !== undefined && context.method === 'GET' && context.path === resumePath(uid)) {
      const secret = context.query[decisionParameter]
      const found = await provider.Interaction.find(uid)
      if (found !== undefined) {
        const decision =
          typeof secret === 'string'
            ? await database.transaction('api', (sql) => takeDecision(sql, secret, uid, clock.now()))
            : null
        found.result =
          decision === null
            ? { error: 'access_denied' }
            : {
                login: {
                  accountId: accountIdOf(decision),
                  remember: false,
                  ts: decision.authTime,
                  ...(decision.provedBy !== null && { amr: [decision.provedBy] }),
                  acr: acrOf(decision.provedBy),
                },
                consent: {},
                select_account: {},
              }
        await found.persist()
      }
    }
    await next()
  })
  return provider
}

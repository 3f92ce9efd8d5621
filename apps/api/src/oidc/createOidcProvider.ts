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

/** The document of the wallet origin that asks the user. */
const pagePath = '/authorize'

/** Where the wallet shows that a sign-in can't go on. `error`: of RFC 6749 or of the provider. */
export const failedPage = (walletOrigin: string, error: string): string =>
  `${walletOrigin}${pagePath}#error=${encodeURIComponent(error)}`

const { Check, Prompt } = interactionPolicy

/** Every sign-in goes by the wallet's page: the api knows no browser, so it can’t tell an app who is signed in without one. */
const alwaysAsk = [
  new Prompt(
    { name: 'login', requestable: true },
    // not words: for programs.
    new Check('undecided', 'the user decides on a page of the wallet', 'login_required', ({ oidc }) => {
      return oidc.result?.login === undefined
    }),
  ),
  // May be asked for, and are answered on the same page.
  new Prompt({ name: 'consent', requestable: true }),
  new Prompt({ name: 'select_account', requestable: true }),
]

/** The key that signs ID tokens, whichever it is at the time: the key ring rotates it. */
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
    // Random, and worth nothing but in the one address that it is sent to.
    signed: false,
  } as const
  return {
    adapter: (model) => (model === 'Client' ? clients : store(model)),
    jwks: { keys: [new RingKey(deps.keyring.idToken)] },
    routes: oidcRoutes,
    scopes: [...authorizationScope.options],
    claims: { openid: ['sub', 'auth_time', 'amr', 'acr'], wallets: ['wallets'], email: ['email', 'email_verified'] },
    acrValues: [acrOf('otp')],
    // The wallets of a user are no secret of the userinfo endpoint, and many clients never ask there.
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
      // As long as what is given on it.
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
    // What can't be told the app is told the user, by the wallet: the api has no pages.
    renderError: (context, { error }) => {
      context.redirect(failedPage(walletOrigin, error))
      context.status = 303
    },
  }
}

/** A user, and the wallet's session that has allowed a sign-in: with that ends what the sign-in gave. */
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
 * The OpenID Provider (OpenID Connect Core 1.0: authorization code with PKCE, S256 alone) over our own sessions. It answers below the path of
 * its issuer, to `serveOidc` alone.
 */
export function createOidcProvider(deps: OidcProviderDeps): Provider {
  const { database, clock, publicUrl } = deps
  const provider = new Provider(issuerOf(publicUrl), configurationOf(deps))
  // Behind `serveOidc`, which says what the address was.
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

  // Before the provider goes on with a sign-in: what its user has decided counts in the browser that began it, and in no other.
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

import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SocialProvider, socialProvider } from '@latchkey/api-client'
import { isOidcProvider, type OauthProvider, type OidcProvider } from '@latchkey/protocol/loginProviders'
import type { Clock } from '@latchkey/service-kit/clock'
import { decodeJwt, exportJWK, generateKeyPair, importSPKI, jwtVerify, SignJWT } from 'jose'
import type { SocialSettings } from '../../../api/src/social/socialSettings.ts'

/** A user with an account at every provider here. */
export type ProviderUser = {
  id: string
  name: string
  email: string
  isVerified: boolean
}
export const providerUser = (about: Partial<ProviderUser> = {}): ProviderUser => ({
  id: String(1000 + Math.floor(Math.random() * 1e9)),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  isVerified: true,
  ...about,
})

/** How the browser returns from a provider. */
export type Return = { url: string; form: URLSearchParams | null }
/** A fault for our calls to a provider. */
export type Fault = 'down' | 'slow' | 'garbage' | 'endless' | 'error' | 'moved'
type Step = 'discovery' | 'token' | 'profile' | 'emails'

type Code = {
  provider: SocialProvider
  person: ProviderUser
  redirectUri: string
  codeChallenge: string
  nonce: string | null
  asksAuthTime: boolean
  isUsed: boolean
}

/** The six providers on one local socket, each with its own behavior: its token endpoint's input, its errors, its profile fields. */
export type TestProviders = Awaited<ReturnType<typeof startProviders>>

export async function startProviders(clock: Clock) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const appleKey = await importSPKI(apple.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256')

  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, Code>()
  const faults = new Map<Step, Fault>()
  const calls: Record<Step, number> = { discovery: 0, token: 0, profile: 0, emails: 0 }
  /** Overrides of claims in the next id_tokens; undefined leaves one out. */
  const claims: Record<string, unknown> = {}
  const namesGiven = new Set<string>()

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuerOf = (provider: string) => `${origin}/${provider}`
  const clientIdOf = (provider: SocialProvider) => `client-of-${provider}`
  const secretOf = (provider: SocialProvider) => `secret-of-${provider}`

  const oauth = (provider: SocialProvider) => ({
    clientId: clientIdOf(provider),
    clientSecret: secretOf(provider),
    issuer: issuerOf(provider),
    authorizeUrl: `${issuerOf(provider)}/authorize`,
    tokenUrl: `${issuerOf(provider)}/token`,
    profileUrl: `${issuerOf(provider)}/profile`,
  })
  const settings: SocialSettings = {
    google: { clientId: clientIdOf('google'), clientSecret: secretOf('google'), issuer: issuerOf('google') },
    apple: {
      clientId: clientIdOf('apple'),
      issuer: issuerOf('apple'),
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKeyPem: apple.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    github: { ...oauth('github'), emailsUrl: `${issuerOf('github')}/emails` },
    facebook: oauth('facebook'),
    x: oauth('x'),
    discord: oauth('discord'),
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', ...path] = new URL(request.url ?? '', origin).pathname.split('/')
    const provider = name as SocialProvider
    const step = path[0] === '.well-known' ? 'discovery' : (path[0] as Step)
    const body = new URLSearchParams(await readText(request))
    if (step in calls) calls[step]++
    const fault = faults.get(step)
    if (fault !== undefined) return misbehave(fault, response)
    if (step === 'discovery') return json(response, discoveryOf(provider))
    if (path[0] === 'keys') return json(response, { keys: [jwk] })
    if (step === 'token') return giveToken(provider, request, body, response)
    const code = accessTokens.get(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (code?.provider !== provider) return json(response, { message: 'Bad credentials' }, 401)
    return json(response, step === 'emails' ? emailsOf(code.person) : profileOf(provider, code.person))
  }

  const discoveryOf = (provider: SocialProvider) => ({
    issuer: issuerOf(provider),
    authorization_endpoint: `${issuerOf(provider)}/authorize`,
    token_endpoint: `${issuerOf(provider)}/token`,
    jwks_uri: `${issuerOf(provider)}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })

  async function giveToken(
    provider: SocialProvider,
    request: IncomingMessage,
    body: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    if (!(await isClient(provider, request, body))) return json(response, ...refusalOf(provider, 'invalid_client'))
    const code = codes.get(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.provider === provider && code.redirectUri === body.get('redirect_uri') && code.codeChallenge === challenge
    if (code === undefined || !isRight || code.isUsed) return json(response, ...refusalOf(provider, 'invalid_grant'))
    code.isUsed = true
    const accessToken = randomUUID()
    accessTokens.set(accessToken, code)
    const tokens = { access_token: accessToken, token_type: 'bearer', expires_in: 3600 }
    if (provider !== 'google' && provider !== 'apple') return json(response, tokens)
    return json(response, { ...tokens, id_token: await signIdToken(code) })
  }

  async function isClient(provider: SocialProvider, { headers }: IncomingMessage, body: URLSearchParams) {
    if (provider === 'x') {
      const text = `${clientIdOf('x')}:${secretOf('x')}`
      return headers.authorization === `Basic ${Buffer.from(text).toString('base64')}`
    }
    if (body.get('client_id') !== clientIdOf(provider)) return false
    const secret = body.get('client_secret') ?? ''
    if (provider !== 'apple') return secret === secretOf(provider)
    const asked = {
      issuer: 'TEAM',
      subject: clientIdOf('apple'),
      audience: issuerOf('apple'),
      currentDate: clock.now(),
    }
    return jwtVerify(secret, appleKey, { ...asked, algorithms: ['ES256'] }).then(
      ({ protectedHeader }) => protectedHeader.kid === 'KEY',
      () => false,
    )
  }

  function signIdToken({ provider, person, nonce, asksAuthTime }: Code): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000)
    const isApple = provider === 'apple'
    const said = {
      iss: issuerOf(provider),
      aud: clientIdOf(provider),
      sub: person.id,
      iat: now,
      exp: now + 3600,
      email: person.email,
      email_verified: isApple ? String(person.isVerified) : person.isVerified,
      ...(isApple ? {} : { name: person.name }),
      ...(nonce === null ? {} : { nonce }),
      ...(asksAuthTime ? { auth_time: now } : {}),
      ...claims,
    }
    return new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
  }

  return {
    origin,
    settings,
    faults,
    calls,
    claims,
    issuerOf,
    /** Returns the last id_token's claims. */
    readIdToken: (idToken: string) => decodeJwt(idToken),
    /** The user opens `uri` in their browser and consents. */
    signIn(uri: string, person: ProviderUser): Return {
      const asked = new URL(uri)
      const provider = asked.pathname.split('/')[1] as SocialProvider
      const parameters = asked.searchParams
      if (asked.origin !== origin || parameters.get('client_id') !== clientIdOf(provider)) throw new Error(uri)
      if (parameters.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
      const code = randomUUID()
      const redirectUri = parameters.get('redirect_uri') ?? ''
      codes.set(code, {
        provider,
        person,
        redirectUri,
        codeChallenge: parameters.get('code_challenge') ?? '',
        nonce: parameters.get('nonce'),
        asksAuthTime: parameters.has('max_age'),
        isUsed: false,
      })
      const answer = new URLSearchParams({ code, state: parameters.get('state') ?? '' })
      if (parameters.get('response_mode') !== 'form_post') return { url: `${redirectUri}?${answer}`, form: null }
      if (!namesGiven.has(person.id)) {
        namesGiven.add(person.id)
        const [firstName, lastName] = person.name.split(' ')
        answer.set('user', JSON.stringify({ name: { firstName, lastName }, email: person.email }))
      }
      return { url: redirectUri, form: answer }
    },
    /** The user declines there, or another error happens. */
    turnBack(uri: string, error: string): Return {
      const parameters = new URL(uri).searchParams
      const answer = new URLSearchParams({ error, error_description: '<b>x</b>', state: parameters.get('state') ?? '' })
      const redirectUri = parameters.get('redirect_uri') ?? ''
      const isForm = parameters.get('response_mode') === 'form_post'
      return isForm ? { url: redirectUri, form: answer } : { url: `${redirectUri}?${answer}`, form: null }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const handleOf = ({ name }: ProviderUser) => name.toLowerCase().replaceAll(' ', '')

/** Each as its provider documents it. */
const profiles = {
  github: (person: ProviderUser) => ({
    id: Number(person.id),
    login: handleOf(person),
    name: person.name,
    email: 'typed-by-anybody@example.com',
  }),
  facebook: ({ id, name }: ProviderUser) => ({ id, name }),
  x: (person: ProviderUser) => ({ data: { id: person.id, name: person.name, username: handleOf(person) } }),
  discord: (person: ProviderUser) => ({
    id: person.id,
    username: handleOf(person),
    global_name: person.name,
    email: person.email,
    verified: person.isVerified,
  }),
} satisfies Partial<Record<OauthProvider, (person: ProviderUser) => unknown>>

const isPlayed = (provider: SocialProvider): provider is OidcProvider | keyof typeof profiles =>
  isOidcProvider(provider) || Object.hasOwn(profiles, provider)

/** The providers on the socket of `startProviders`, in the table's order. */
export const playedProviders = socialProvider.options.filter(isPlayed)

function profileOf(provider: SocialProvider, person: ProviderUser): unknown {
  return isPlayed(provider) && !isOidcProvider(provider) ? profiles[provider](person) : {}
}

const emailsOf = ({ email, isVerified }: ProviderUser) => [
  { email: 'another@example.com', primary: false, verified: true, visibility: null },
  { email, primary: true, verified: isVerified, visibility: 'private' },
]

/** Returns each provider's rejection of a client, or a code: body and status. */
function refusalOf(provider: SocialProvider, error: 'invalid_client' | 'invalid_grant'): [unknown, number] {
  const isClient = error === 'invalid_client'
  const status = isClient ? 401 : 400
  switch (provider) {
    case 'github':
      return [{ error: isClient ? 'incorrect_client_credentials' : 'bad_verification_code' }, 200]
    case 'facebook':
      return [{ error: { message: 'x', type: 'OAuthException', code: isClient ? 1 : 100 } }, 400]
    case 'x':
      return [{ error: isClient ? 'unauthorized_client' : 'invalid_request' }, status]
    default:
      return [{ error }, status]
  }
}

function misbehave(fault: Fault, response: ServerResponse): void {
  switch (fault) {
    case 'down':
      response.destroy()
      return
    case 'slow':
      return
    case 'garbage':
      response.end('<html>We are having a nice day</html>')
      return
    case 'error':
      json(response, { error: 'server_error' }, 503)
      return
    case 'moved':
      response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end()
      return
    case 'endless':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      for (let sent = 0; sent < 300; sent++) response.write(' '.repeat(1024))
      response.end('{}')
  }
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

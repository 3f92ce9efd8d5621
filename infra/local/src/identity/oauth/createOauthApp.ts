import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createFaults, hinderServers } from '../../faults/createFaults.ts'
import { oauthFaults } from '../../faults/faultTables.ts'
import { pageHeaders } from '../../signIn/pagePolicy.ts'
import { readChoice } from '../../signIn/readChoice.ts'
import { aboutPage, mistakePage, signInPage } from '../../signIn/signInPage.ts'
import { signInStyle } from '../../signIn/signInStyle.ts'
import { type LocalProvider, localClientId, localSecretOf, redirectUriOf } from '../localClient.ts'
import { createCodes } from './createCodes.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import type { OauthProvider, Refusal } from './oauthProvider.ts'
import { x } from './x.ts'

type ProviderName = Exclude<LocalProvider, 'google' | 'apple'>
type Bindings = { Bindings: HttpBindings }

const providers: Readonly<Record<ProviderName, OauthProvider>> = { github, facebook, x, discord }

/** The authorization request, once it is clear where an answer may go. */
type Request = { redirectUri: string; state: string | null; challenge: string | null; scopes: readonly string[] }

const isSame = (one: string, other: string): boolean => {
  const digests = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(digests[0] as Buffer, digests[1] as Buffer)
}

const readBasic = (header: string | undefined): [id: string, secret: string] | undefined => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  // RFC 6749, section 2.3.1: both are encoded as in a form before they are joined.
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64')
    .toString()
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return [id, secret]
}

const addressWith = (address: string, fields: Readonly<Record<string, string | null>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}

/** One provider under its own path. */
const createProviderApp = (name: ProviderName, apiUrl: string, now: () => number): Hono<Bindings> => {
  const provider = providers[name]
  const faults = createFaults(oauthFaults)
  const codes = createCodes(now)
  const app = new Hono<Bindings>()
  app.route('/', faults.control)

  /** The request, or what is wrong with it in words for the developer who sees the page. */
  const readRequest = (query: Record<string, string>): Request | string => {
    if (query.client_id !== localClientId) return 'No application has this client_id.'
    const redirectUri = redirectUriOf(apiUrl, name)
    if (query.redirect_uri !== redirectUri) return `The redirect_uri is not the registered one, ${redirectUri}`
    if (query.response_type !== undefined && query.response_type !== 'code') return 'The response_type must be code.'
    const { code_challenge: challenge = null, state = null } = query
    if (challenge === null && provider.requiresPkce) return 'A code_challenge is required.'
    if (challenge !== null && query.code_challenge_method !== 'S256') return 'The code_challenge_method must be S256.'
    const scopes = (query.scope ?? '').split(/[ ,]+/).filter((scope) => scope !== '')
    return { redirectUri, state, challenge, scopes }
  }

  const authorize = async (context: Context<Bindings>): Promise<Response> => {
    for (const [header, value] of Object.entries(pageHeaders(faults.has('severed')))) context.header(header, value)
    const request = readRequest(context.req.query())
    if (typeof request === 'string') return context.html(mistakePage(provider.title, request), 400)
    const { redirectUri, challenge, scopes } = request
    const state = faults.has('wrong state') ? 'another-state' : request.state
    const sendBack = (fields: Record<string, string>): Response =>
      context.redirect(addressWith(redirectUri, { ...fields, state }), 303)

    if (faults.has('error')) return sendBack({ error: 'server_error' })
    const { title, tellsVerified, option } = provider
    const page = { title, destination: new URL(redirectUri).host, tellsVerified, option }
    if (context.req.method === 'GET') return context.html(signInPage(page))
    const choice = readChoice(await context.req.parseBody())
    if (choice.kind === 'invalid') return context.html(signInPage({ ...page, problem: choice.problem }), 400)
    if (choice.kind === 'denied') return sendBack({ error: 'access_denied', ...provider.denial })
    const { person, hasOption } = choice
    return sendBack({
      code: codes.issueCode({ provider: name, redirectUri, challenge, grant: { person, hasOption, scopes } }),
    })
  }

  const isClient = (context: Context<Bindings>, fields: Readonly<Record<string, string>>): boolean => {
    const inBody = provider.clientAuthentication === 'any' ? [fields.client_id ?? '', fields.client_secret ?? ''] : []
    const [id = '', secret = ''] = readBasic(context.req.header('Authorization')) ?? inBody
    return id === localClientId && isSame(secret, localSecretOf(name))
  }

  const exchange = async (context: Context<Bindings>): Promise<Response> => {
    const body = context.req.method === 'GET' ? {} : await context.req.parseBody()
    const fields: Record<string, string> = { ...context.req.query(), ...(body as Record<string, string>) }
    const refuse = (refusal: Refusal): Response => provider.refuse(refusal, context.req.raw)

    if (!isClient(context, fields)) return refuse('client')
    const { code, redirect_uri: redirectUri, code_verifier: verifier = '' } = fields
    if (code === undefined) return refuse('request')
    // Whatever comes of it, the code has been used.
    const issued = codes.takeCode(code)
    if (issued === undefined) return refuse('code')
    if (redirectUri !== issued.redirectUri) return refuse('redirect')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (issued.challenge !== null && !isSame(challenge, issued.challenge)) return refuse('verifier')
    return provider.token(codes.issueToken(name, issued.grant), issued.grant, context.req.raw)
  }

  app.get(provider.authorizePath, authorize)
  app.post(provider.authorizePath, authorize)
  app.on(['GET', 'POST'], provider.tokenPath, hinderServers(faults), exchange)
  for (const [path, respond] of Object.entries(provider.resources))
    app.get(path, hinderServers(faults), (context) => {
      const token = /^(?:Bearer|token) (\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1]
      const grant = codes.findGrant(name, token ?? context.req.query('access_token') ?? '')
      return grant === undefined ? provider.unauthorized() : respond(grant, context.req.raw)
    })
  return app
}

/**
 * GitHub, Facebook, X and Discord, each under `/<name>` with the paths, rules and answers of the real one. `now` in
 * milliseconds since the epoch.
 */
export const createOauthApp = (apiUrl: string, now: () => number): Hono<Bindings> => {
  const app = new Hono<Bindings>()
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/signIn.css', signInStyle)
  const titles = new Intl.ListFormat('en-GB').format(Object.values(providers).map(({ title }) => title))
  app.get('/', (context) => context.html(aboutPage(titles), 200, pageHeaders(false)))
  for (const name of Object.keys(providers) as ProviderName[])
    app.route(`/${name}`, createProviderApp(name, apiUrl, now))
  return app
}

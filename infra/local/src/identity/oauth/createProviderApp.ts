import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createFaults, hinderServers } from '../../faults/createFaults.ts'
import { oauthFaults } from '../../faults/faultTables.ts'
import { pageHeaders } from '../../pages/pageHeaders.ts'
import { readChoice } from '../../signIn/readChoice.ts'
import { mistakePage, signInPage } from '../../signIn/signInPage.ts'
import { localClientId } from '../localClient.ts'
import { createCodes } from './createCodes.ts'
import type { OauthRow, Refusal } from './oauthRow.ts'
import { readAuthorizationRequest, readCredentials } from './readRequest.ts'

type Bindings = { Bindings: HttpBindings }

/** A provider's registration of its one application. */
export type LocalClient = {
  /** The only URL that users are sent back to. */
  redirectUri: string
  secret: string
}

const addressWith = (address: string, fields: Readonly<Record<string, string | null>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}

/** Serves one provider, without its path prefix. `now` in milliseconds since the epoch. */
export const createProviderApp = (
  provider: OauthRow,
  title: string,
  { redirectUri, secret }: LocalClient,
  now: () => number,
): Hono<Bindings> => {
  const faults = createFaults(oauthFaults)
  const codes = createCodes(now)

  const authorize = async (context: Context<Bindings>): Promise<Response> => {
    for (const [header, value] of Object.entries(pageHeaders(faults.has('severed')))) context.header(header, value)
    const { tellsVerified, option } = provider
    const request = readAuthorizationRequest(context.req.query(), redirectUri, provider)
    if (typeof request === 'string') return context.html(mistakePage(title, request), 400)
    const { challenge, scopes } = request
    const state = faults.has('wrong state') ? 'another-state' : request.state
    const sendBack = (fields: Record<string, string>): Response =>
      context.redirect(addressWith(redirectUri, { ...fields, state }), 303)

    if (faults.has('error')) return sendBack({ error: 'server_error' })
    const page = { title, destination: new URL(redirectUri).host, tellsVerified, option }
    if (context.req.method === 'GET') return context.html(signInPage(page))
    const choice = readChoice(await context.req.parseBody())
    if (choice.kind === 'invalid') return context.html(signInPage({ ...page, problem: choice.problem }), 400)
    if (choice.kind === 'denied') return sendBack({ error: 'access_denied', ...provider.denial })
    const { person, hasOption } = choice
    return sendBack({ code: codes.issueCode({ challenge, grant: { person, hasOption, scopes } }) })
  }

  const exchange = async (context: Context<Bindings>): Promise<Response> => {
    const refuse = (refusal: Refusal): Response => provider.refuse(refusal, context.req.raw)
    const fields = Object.fromEntries(new URLSearchParams(await context.req.text()))
    const client = readCredentials(context.req.header('Authorization'), fields, provider)
    if (client.clientId !== localClientId || client.secret !== secret) return refuse('client')
    if (fields.code === undefined) return refuse('request')
    // Whatever the outcome, the code is used up.
    const issued = codes.takeCode(fields.code)
    if (issued === undefined) return refuse('code')
    if (fields.redirect_uri !== redirectUri) return refuse('redirect')
    const challenge = createHash('sha256')
      .update(fields.code_verifier ?? '')
      .digest('base64url')
    if (issued.challenge !== null && issued.challenge !== challenge) return refuse('verifier')
    return provider.token(codes.issueToken(issued.grant), issued.grant, context.req.raw)
  }

  const app = new Hono<Bindings>()
  app.route('/', faults.control)
  app.on(['GET', 'POST'], provider.authorizePath, authorize)
  app.post(provider.tokenPath, hinderServers(faults), exchange)
  for (const [path, respond] of Object.entries(provider.resources))
    app.get(path, hinderServers(faults), (context) => {
      const token = /^Bearer (\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? ''
      const grant = codes.findGrant(token)
      return grant === undefined ? provider.unauthorized() : respond(grant, context.req.raw)
    })
  return app
}

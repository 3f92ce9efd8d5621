import { type Authority, type EndpointName, type EndpointRow, endpoints } from '@latchkey/api-client'
import { projectIdShape } from '@latchkey/api-client/projectList'
import { type ServerRow, serverRows } from '@latchkey/api-client/serverRows'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { NoteRefusal } from '../audit/auditLog.ts'
import type { Clock } from '../clock.ts'
import { type Claims, ownerOf, type TokenKeys, verifyToken } from '../keys/tokens.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import { describeCause, type Log } from '../log.ts'
import type { Projects } from '../projects/projects.ts'
import { checkDeviceProof, type ProofOptions, type ProvenDevice } from '../proof/deviceProof.ts'
import type { RateLimiter } from '../rateLimits/createRateLimiter.ts'
import { forRequest, idOf, requestId } from '../requestId.ts'
import { forCaller, requireCaller } from './callerSignal.ts'
import type { Admission } from './createAdmission.ts'
import { admitOrigin, allowOrigin, answerPreflight, queriedProject, type RowRequest } from './crossOrigin.ts'
import type { Handlers } from './handlers.ts'
import { ipAddress, type Proxies } from './ipAddress.ts'
import { logRequest } from './logRequest.ts'
import { createLongBodies } from './longBodies.ts'
import { type RequestBody, readBody } from './readBody.ts'
import { failureResponse, imageResponse, statusAndBody } from './reply.ts'
import { StreamedJson, streamedJson } from './streamedJson.ts'

/** The listener's information about a connection. */
export type Connection = { remoteAddress: string }
/** Hono's type of a request, with the facts of its connection. */
export type AppEnvironment = { Bindings: Connection }

/** The dependencies of one authority's routes. Every row of the endpoint table needs a handler. */
export type AuthorityAppOptions<authority extends Authority> = {
  authority: authority
  handlers: Handlers<authority>
  proof: ProofOptions
  /** Verifies this authority's own tokens. */
  tokenKeys: TokenKeys
  /** Loads keys that other processes have rotated, from time to time. */
  refreshKeys(): Promise<void>
  /** Notifies a token's owner that a call with it was refused. */
  noteRefusal: NoteRefusal
  projects: Projects
  /** The only origin that may call the wallet's rows. */
  walletOrigin: string
  limiter: RateLimiter
  limits: Pick<Limits, 'find' | 'requireActive'>
  admission: Admission
  /** The proxies whose `X-Forwarded-For` is trusted. */
  proxies: Proxies
  clock: Clock
  log: Log
}

/** The handler type in the loop over rows. The row parses the request, so the arguments have the handler's types. */
type UntypedHandler = (request: never, caller: never, query: never) => Promise<unknown>

/** Creates the HTTP service of one authority: exactly those rows of the endpoint table that belong to it. */
export function createAuthorityApp<authority extends Authority>(
  options: AuthorityAppOptions<authority>,
): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>()
  const longBodies = createLongBodies()
  const rows = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => endpoints[name].authority === options.authority,
  )
  app.use(async (context, next) => {
    const id = idOf(context.req.header('x-request-id'), context.env.remoteAddress, options.proxies)
    await forRequest(id, next)
    const { headers } = context.res
    // A cached id would let pages track the user.
    if (!headers.get('Cache-Control')?.includes('max-age')) headers.set('X-Request-Id', id)
  })

  for (const name of rows) {
    const row: EndpointRow = endpoints[name]
    const handle = (options.handlers as Record<string, UntypedHandler>)[name] as UntypedHandler
    app.on('OPTIONS', row.path, (context, next) =>
      context.req.header('access-control-request-method') === row.method
        ? answerPreflight(context.req.raw, row, options)
        : next(),
    )
    app.on(row.method, row.path, async (context) => {
      const startedAt = performance.now()
      const request = context.req.raw
      const url = new URL(request.url)
      let asked: RowRequest = { request, row, projectId: queriedProject(url, row) }
      let response: Response
      let error: AppError | null = null
      let leave = () => {}
      try {
        const address = ipAddress(request, context.env.remoteAddress, options.proxies)
        const maxAtOnce = options.limits.find('callsAtOnce', { ipAddress: address, projectId: null })?.max ?? null
        // Health must stay available under overload.
        const enter = () => (isHealth(name) ? () => {} : options.admission.enter(name, address, maxAtOnce))
        leave = enter()
        const query = readQuery(url)
        await admitUnread(name, asked, address, options)
        // Not awaited: a request with an unknown key triggers the lookup.
        void options.refreshKeys()
        // A slow sender holds no slot while sending its body.
        leave()
        leave = () => {}
        const sent = await readBody(request, row, (bytes) => longBodies.enter(address, bytes))
        leave = enter()
        await admitLength(name, asked, address, sent, options)
        asked = { ...asked, projectId: asked.projectId ?? namedProject(row, sent) }
        const incoming = { url, query, sent, path: context.req.param(), address }
        const { status, body } = await forCaller(request.signal, () => answer(name, asked, incoming, handle, options))
        response =
          body instanceof Blob
            ? imageResponse(body, row)
            : body instanceof StreamedJson
              ? streamedJson(body, status)
              : Response.json(body, { status })
        if (status === 503) response.headers.set('Retry-After', '1')
      } catch (thrown) {
        error = withRef(AppError.from(thrown))
        if (row.credential === 'token' && isRefusal(error)) await noteRefusalOf(request, options)
        response = failureResponse(error)
      } finally {
        leave()
      }
      allowOrigin(asked, response, options)
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Content-Type-Options', 'nosniff')
      // The wallet gets a nonce with its first response, which saves a retry for its first proof.
      const isWallet = request.headers.get('origin') === options.walletOrigin
      if (row.credential !== 'none' || (isWallet && row.keepSeconds === undefined)) {
        // Without its keys an authority reports an error; the nonce can come with a later response.
        const nonce = await options.proof.nonces.current().catch(() => null)
        if (nonce !== null) response.headers.set('DPoP-Nonce', nonce)
      }
      const { status } = response
      logRequest(options.log, { authority: options.authority, route: name, startedAt, status, error })
      return response
    })
  }
  app.notFound(() => failureResponse(new AppError('INVALID_REQUEST'), 404))
  return app
}

const isHealth = (name: EndpointName): boolean => name === 'apiHealth' || name === 'custodyHealth'

/** Refusals to report to a user whose token was used. A missing nonce is no refusal: every client starts without one. */
const isRefusal = ({ name }: AppError): boolean =>
  name === 'PROOF_INVALID' || name === 'SESSION_EXPIRED' || name === 'SHARE_INVALID' || name === 'WALLET_NOT_FOUND'

async function noteRefusalOf<authority extends Authority>(
  request: Request,
  { authority, tokenKeys, noteRefusal, log }: AuthorityAppOptions<authority>,
): Promise<void> {
  try {
    const owner = await ownerOf(tokenNameOf(authority), bearer(request), tokenKeys)
    if (owner !== null) await noteRefusal(owner)
  } catch (thrown) {
    // Nothing was disclosed, so a failure to log it doesn't change the response.
    log({ level: 'error', event: 'refusal not noted', authority, cause: describeCause(thrown) })
  }
}

const tokenNameOf = (authority: Authority) => (authority === 'custody' ? 'custodyToken' : 'accessToken')

/** Returns the token of a request; empty when there is none. */
const bearer = (request: Request): string => /^DPoP (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''

/** Adds a reference, by which every failure that a client receives can be found in the log. */
const withRef = (error: AppError): AppError =>
  new AppError(error.name, { details: error.details, cause: error.cause, ref: requestId() })

/**
 * Admits a call by what is known without its body: its network, whether it has a proof, and origin and project if its URL contains them.
 * Throws RATE_LIMITED, PROOF_INVALID, ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN.
 */
async function admitUnread<authority extends Authority>(
  name: EndpointName,
  asked: RowRequest,
  ipAddress: string,
  options: AuthorityAppOptions<authority>,
): Promise<void> {
  const { row, projectId } = asked
  if (projectId !== null || !carriesProject(row)) admitOrigin(asked, options)
  // Not counted, since it costs nothing, and any page can send it without a preflight.
  const { headers } = asked.request
  if (row.credential !== 'none' && !headers.has('dpop') && !headers.has('authorization'))
    throw new AppError('PROOF_INVALID')
  if (row.method === 'GET' && row.credential !== 'token') return
  const caller = { ipAddress, projectId }
  // A body that may hold many calls counts as one until they are counted.
  await options.limiter.take(unreadLimit(name, row), caller)
}

/** This many bytes of a body cost as much as one call: to parse them, and to validate each value. */
const bytesOfCall = 2_048

/** Counts a body by its length, before it is parsed. Throws RATE_LIMITED, TOO_LARGE. */
async function admitLength<authority extends Authority>(
  name: EndpointName,
  { row, projectId }: RowRequest,
  ipAddress: string,
  { bytes }: RequestBody,
  { limiter }: AuthorityAppOptions<authority>,
): Promise<void> {
  const more = lengthInCalls(bytes) - 1
  if (more > 0) await limiter.takeRest(unreadLimit(name, row), { ipAddress, projectId }, more)
}

/** The limit for a call with a body before that is read. Any page can send calls of dapp rows that need no credential. */
const unreadLimit = (name: EndpointName, row: EndpointRow) =>
  row === endpoints.rpc ? name : row.credential === 'none' && row.caller === 'dapp' ? 'unreadOpenCalls' : 'unreadCalls'

const lengthInCalls = (bytes: Uint8Array): number => Math.max(1, Math.ceil(bytes.length / bytesOfCall))

/** A request as far as it was read. `path`: the parameters in its path; `address`: the client's. */
type Incoming = {
  url: URL
  query: Record<string, string>
  sent: RequestBody
  path: Record<string, string>
  address: string
}

async function answer<authority extends Authority>(
  name: EndpointName,
  asked: RowRequest,
  { url, query, sent, path, address }: Incoming,
  handle: UntypedHandler,
  options: AuthorityAppOptions<authority>,
): Promise<{ status: number; body: unknown }> {
  const { request, row } = asked
  const origin = admitOrigin(asked, options)

  // Before anything is computed for the caller.
  const rated = { ipAddress: address, projectId: askedProject(asked, sent) }
  const calls = callsIn(row, sent)
  if (row === endpoints.rpc) {
    // Its length has already been counted.
    const counted = lengthInCalls(sent.bytes)
    if (calls > counted) await options.limiter.takeRest(name, rated, calls - counted, counted)
  } else if (row.credential !== 'token') await options.limiter.take(name, rated)
  for (const budget of ['callsPerProjectMinute', 'callsPerProjectDay'] as const)
    await options.limiter.take(budget, rated, calls)

  const { freeze } = serverRows[name] as ServerRow
  if (freeze !== undefined) options.limits.requireActive(freeze, rated)

  const parsedQuery = row.query === undefined ? undefined : parse(row.query, query)
  const proven: Proven =
    row.credential === 'none' ? {} : await prove(request, url.pathname, sent.bytes, { name, row, rated }, options)
  if (freeze !== undefined && proven.token !== undefined) {
    const { sub: userId } = proven.token
    // A row with a token has no project in its request: it acts for the one on whose pages the session was opened.
    options.limits.requireActive(freeze, {
      userId,
      projectId: 'pid' in proven.token ? (proven.token.pid ?? null) : null,
    })
  }
  if (proven.token !== undefined) await options.limiter.take(name, { ...rated, userId: proven.token.sub })
  const said = row.method === 'GET' ? query : withProject(asked, sent.json())
  const input = parse(row.request, withPath(said, path))
  requireCaller()
  const caller = {
    ipAddress: address,
    userAgent: request.headers.get('user-agent') ?? '',
    origin,
    ...proven,
  }
  const { status, body: answered } = statusAndBody(await handle(input as never, caller as never, parsedQuery as never))
  return { status, body: z.parse(row.response, answered) }
}

type Proven = { device?: ProvenDevice; token?: Claims<'accessToken' | 'custodyToken'> }

/** Limits on writes that attackers can cause by generating keys, from the narrowest network to the widest. */
const proofLimits = ['proofsPerWideNetwork', 'proofsPerWidestNetwork', 'proofsPerProvider', 'proofs'] as const

async function prove<authority extends Authority>(
  request: Request,
  path: string,
  body: Uint8Array,
  { name, row, rated }: { name: EndpointName; row: EndpointRow; rated: LimitedCaller },
  { authority, proof, tokenKeys, limiter, clock }: AuthorityAppOptions<authority>,
): Promise<Proven> {
  const accessToken = row.credential === 'token' ? bearer(request) : null
  const { device, spend } = await checkDeviceProof(
    { proof: request.headers.get('dpop') ?? undefined, method: request.method, path, body, accessToken },
    proof,
  )
  const token = accessToken === null ? null : await verifyToken(tokenNameOf(authority), accessToken, tokenKeys, clock)
  // A stolen token is worthless without the key it is bound to.
  if (token !== null && token.cnf.jkt !== device.deviceId) throw new AppError('PROOF_INVALID')
  // Before the proof is stored. A call that was intercepted and replayed must not use up its user's limit, so it isn't counted yet.
  if (token === null) for (const limit of proofLimits) await limiter.take(limit, rated)
  else await limiter.requireLeft(name, { ...rated, userId: token.sub })
  // Last, because this writes: anyone can generate a key and an invalid token.
  await spend()
  return token === null ? { device } : { device, token }
}

/** Dapp rows whose body format is ours carry the project in it, if not in the query. */
const carriesProject = (row: EndpointRow): boolean =>
  row.caller === 'dapp' && row.method !== 'GET' && row.query === undefined

/** Counts the calls in a body: a JSON-RPC batch is one request with many. */
function callsIn(row: EndpointRow, sent: RequestBody): number {
  if (row !== endpoints.rpc) return 1
  const calls = sent.json()
  return Array.isArray(calls) ? Math.max(1, calls.length) : 1
}

/** Returns the project in a body, even if the body is otherwise invalid; null for an invalid id. Throws PARSE_ERROR. */
const projectIn = (sent: RequestBody): string | null => {
  const named = tryParse(z.object({ projectId: z.string().check(z.regex(projectIdShape)) }), sent.json())
  return named.success ? named.data.projectId : null
}

/** Returns the project in the body of a dapp's call, before its origin is checked. */
const namedProject = (row: EndpointRow, sent: RequestBody): string | null =>
  carriesProject(row) ? projectIn(sent) : null

/** Returns the project that a call is counted for: the admitted one, or the one that the wallet's own document acts for. */
const askedProject = ({ row, projectId }: RowRequest, sent: RequestBody): string | null => {
  if (projectId !== null || row.caller !== 'wallet' || row.method === 'GET') return projectId
  try {
    return projectIn(sent)
  } catch {
    // Only an authenticated device learns that its body isn't JSON.
    return null
  }
}

/** Returns the body with the admitted project: a different one in it was never admitted. */
function withProject({ row, projectId }: RowRequest, body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!carriesProject(row) || projectId === null || !isObject) return body
  return { ...body, projectId }
}

/** Throws INVALID_PARAMS when query or body repeat a path parameter. */
function withPath(sent: unknown, path: Record<string, string>): unknown {
  const named = Object.keys(path)
  if (named.length === 0 || typeof sent !== 'object' || sent === null) return sent
  if (named.some((name) => Object.hasOwn(sent, name))) throw new AppError('INVALID_PARAMS')
  return { ...sent, ...path }
}

/** Reads each field once: with duplicates, readers could use different values. Throws INVALID_PARAMS. */
function readQuery({ searchParams }: URL): Record<string, string> {
  if (new Set(searchParams.keys()).size !== searchParams.size) throw new AppError('INVALID_PARAMS')
  return Object.fromEntries(searchParams)
}

function parse<schema extends z.ZodMiniType>(schema: schema, value: unknown): z.output<schema> {
  const parsed = tryParse(schema, value)
  if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
  return parsed.data
}

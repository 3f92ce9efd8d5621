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

/** What the listener tells of a connection. */
export type Connection = { remoteAddress: string }
/** Hono's type of a request, with the facts of its connection. */
export type AppEnvironment = { Bindings: Connection }

/** What the routes of one authority need. Every row of the endpoint table needs a handler. */
export type AuthorityAppOptions<authority extends Authority> = {
  authority: authority
  handlers: Handlers<authority>
  proof: ProofOptions
  /** Verifies this authority's own tokens. */
  tokenKeys: TokenKeys
  /** Learns of keys that other processes have rotated, now and then. */
  refreshKeys(): Promise<void>
  /** Tells the owner of a token that it was used in vain. */
  noteRefusal: NoteRefusal
  projects: Projects
  /** The one origin that may call the rows of the wallet. */
  walletOrigin: string
  limiter: RateLimiter
  limits: Pick<Limits, 'find' | 'requireActive'>
  admission: Admission
  /** Those whose `X-Forwarded-For` counts. */
  proxies: Proxies
  clock: Clock
  log: Log
}

/** What the loop over rows sees: it parses with the row, so what it passes has the handler's own types. */
type UntypedHandler = (request: never, caller: never, query: never) => Promise<unknown>

/** The HTTP service of one authority: every row of the endpoint table that is its own, and nothing else. */
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
    // Kept by a browser, it would be a mark that pages know the visitor by.
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
        // How a process does must show in its health also while it does too much.
        const enter = () => (isHealth(name) ? () => {} : options.admission.enter(name, address, maxAtOnce))
        leave = enter()
        const query = readQuery(url)
        await admitUnread(name, asked, address, options)
        // Not waited for: whoever shows a key that is not known has it looked for.
        void options.refreshKeys()
        // Who sends a body slowly holds no place meanwhile.
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
      // The wallet gets a nonce with whatever it asks first, which spares its first proof a second try.
      const isWallet = request.headers.get('origin') === options.walletOrigin
      if (row.credential !== 'none' || (isWallet && row.keepSeconds === undefined)) {
        // Without its keys an authority says so; the nonce can come with a later answer.
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

/** What a person should hear of when it was tried with a token of theirs. A nonce that is missing is how every client starts. */
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
    // Nothing was released; that it could not be noted is no reason to answer otherwise.
    log({ level: 'error', event: 'refusal not noted', authority, cause: describeCause(thrown) })
  }
}

const tokenNameOf = (authority: Authority) => (authority === 'custody' ? 'custodyToken' : 'accessToken')

/** The token of a request; empty when there is none. */
const bearer = (request: Request): string => /^DPoP (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''

/** Every failure that a client hears of can be found in the log. */
const withRef = (error: AppError): AppError =>
  new AppError(error.name, { details: error.details, cause: error.cause, ref: requestId() })

/**
 * Judges a call by what is known without its body: its network, whether it has a proof, and origin and project where its address names
 * them. Throws RATE_LIMITED, PROOF_INVALID, ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN.
 */
async function admitUnread<authority extends Authority>(
  name: EndpointName,
  asked: RowRequest,
  ipAddress: string,
  options: AuthorityAppOptions<authority>,
): Promise<void> {
  const { row, projectId } = asked
  if (projectId !== null || !carriesProject(row)) admitOrigin(asked, options)
  // Not counted, since it costs nothing: without a preflight, which no page gets, a page can send just that.
  const { headers } = asked.request
  if (row.credential !== 'none' && !headers.has('dpop') && !headers.has('authorization'))
    throw new AppError('PROOF_INVALID')
  if (row.method === 'GET' && row.credential !== 'token') return
  const caller = { ipAddress, projectId }
  // A body that may hold many calls counts as one until they are counted.
  await options.limiter.take(unreadLimit(name, row), caller)
}

/** Of a body, so many bytes cost as much as one call: to parse them, and to look at each value. */
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

/** What a call with a body counts for before that is looked at. A page of anybody's can send those of dapps that need nothing. */
const unreadLimit = (name: EndpointName, row: EndpointRow) =>
  row === endpoints.rpc ? name : row.credential === 'none' && row.caller === 'dapp' ? 'unreadOpenCalls' : 'unreadCalls'

const lengthInCalls = (bytes: Uint8Array): number => Math.max(1, Math.ceil(bytes.length / bytesOfCall))

/** A request as far as it was read. `path`: what it says in its path; `address`: the client's. */
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

  // Before anything is computed for whoever asks.
  const rated = { ipAddress: address, projectId: askedProject(asked, sent) }
  const calls = callsIn(row, sent)
  if (row === endpoints.rpc) {
    // By its length it has counted already.
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
    // A row with a token names no project itself: it is for the one on whose pages the session was opened.
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

/** What strangers can have written by making up keys, from the narrowest network on. */
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
  // A stolen token is worth nothing without the key it is bound to.
  if (token !== null && token.cnf.jkt !== device.deviceId) throw new AppError('PROOF_INVALID')
  // Before the proof is written down. A call that was overheard and sent again must not use up its user's limit, so it isn't counted yet.
  if (token === null) for (const limit of proofLimits) await limiter.take(limit, rated)
  else await limiter.requireLeft(name, { ...rated, userId: token.sub })
  // Last: anybody can make a key and a token that is none, and this writes.
  await spend()
  return token === null ? { device } : { device, token }
}

/** Rows of a dapp whose body is ours to define carry the project in it, if not in the query. */
const carriesProject = (row: EndpointRow): boolean =>
  row.caller === 'dapp' && row.method !== 'GET' && row.query === undefined

/** How many calls a body holds: a JSON-RPC batch is one request of many. */
function callsIn(row: EndpointRow, sent: RequestBody): number {
  if (row !== endpoints.rpc) return 1
  const calls = sent.json()
  return Array.isArray(calls) ? Math.max(1, calls.length) : 1
}

/** The project that a body names, whatever else is wrong with it; null for what can't be one. Throws PARSE_ERROR. */
const projectIn = (sent: RequestBody): string | null => {
  const named = tryParse(z.object({ projectId: z.string().check(z.regex(projectIdShape)) }), sent.json())
  return named.success ? named.data.projectId : null
}

/** The project that the body of a dapp's call names, before its origin is judged. */
const namedProject = (row: EndpointRow, sent: RequestBody): string | null =>
  carriesProject(row) ? projectIn(sent) : null

/** The project that a call is counted for: the one that was judged, or the one that the wallet's own document says it acts for. */
const askedProject = ({ row, projectId }: RowRequest, sent: RequestBody): string | null => {
  if (projectId !== null || row.caller !== 'wallet' || row.method === 'GET') return projectId
  try {
    return projectIn(sent)
  } catch {
    // Only a device that has proven itself learns that its body is no JSON.
    return null
  }
}

/** The body with the project that was judged: another one in it would be a question that nobody has admitted. */
function withProject({ row, projectId }: RowRequest, body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!carriesProject(row) || projectId === null || !isObject) return body
  return { ...body, projectId }
}

/** Throws INVALID_PARAMS when query or body say again what the path says. */
function withPath(sent: unknown, path: Record<string, string>): unknown {
  const named = Object.keys(path)
  if (named.length === 0 || typeof sent !== 'object' || sent === null) return sent
  if (named.some((name) => Object.hasOwn(sent, name))) throw new AppError('INVALID_PARAMS')
  return { ...sent, ...path }
}

/** Each field once: a second one could mean something else to whoever reads the other. Throws INVALID_PARAMS. */
function readQuery({ searchParams }: URL): Record<string, string> {
  if (new Set(searchParams.keys()).size !== searchParams.size) throw new AppError('INVALID_PARAMS')
  return Object.fromEntries(searchParams)
}

function parse<schema extends z.ZodMiniType>(schema: schema, value: unknown): z.output<schema> {
  const parsed = tryParse(schema, value)
  if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
  return parsed.data
}

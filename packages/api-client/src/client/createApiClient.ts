import { AppError, catalogue, type ErrorName } from '@latchkey/protocol/errors'
import { parseJson } from '@latchkey/protocol/parseJson'
import * as z from 'zod/mini'
import type { EndpointRow } from '../endpoints/row.ts'
import { readFailedBody } from '../failedBody.ts'
import { type Clock, systemClock } from './clock.ts'
import type { AnswerMemory } from './createAnswerMemory.ts'
import type { Credentials } from './credentials.ts'

const timeoutMs = 10_000
const retryDelaysMs = [150, 300, 600]
/** If a service requests a longer wait, the client doesn't retry; the caller decides. */
const longestRetryAfterMs = 10_000
const retryStatuses = new Set([403, 408, 413, 429, 500, 502, 503, 504])

/** The rows, services and project of one client, and what its calls need. */
export type ApiClientOptions<rows extends Record<string, EndpointRow>> = {
  /** The rows that this client calls: the whole table, or only a few so that a page loads less code. */
  endpoints: rows
  /** URLs of the two services, without a trailing slash. */
  apiUrl: string
  custodyUrl: string
  projectId: string
  /** Kind and version of the SDK. With it the query of every call carries both, and the project. */
  sdk?: { st: string; sv: string }
  /** Required for rows with a proof (`deviceCredentials`). */
  credentials?: Credentials
  /** Caches responses of rows with a `cacheMs` for that time (`createAnswerMemory`). Without it every call sends a request. */
  memory?: AnswerMemory
  fetch?: typeof fetch
  clock?: Clock
}

type Filled = 'projectId' | 'st' | 'sv'
/** The caller's request: the row's, except project and SDK, which the client fills in. */
export type CallRequest<row extends EndpointRow> =
  z.input<row['request']> extends infer request
    ? request extends Record<string, unknown>
      ? Omit<request, Filled> & Partial<Pick<request, Extract<keyof request, Filled>>>
      : request
    : never
/** Options of one call; rows without a token or query require none. */
export type CallOptions = {
  /** Aborting rejects the call with ABORTED. */
  signal?: AbortSignal | undefined
  /** For rows with a token. */
  accessToken?: string | undefined
  /** For rows with a query in addition to their body. */
  query?: Record<string, string>
  /** Overrides whether this call may be repeated. */
  idempotent?: boolean
}

/** A client for the rows it was created with. */
export type ApiClient<rows extends Record<string, EndpointRow> = Record<string, EndpointRow>> = {
  /**
   * Makes one call and parses its response with the row. Rejects with the row's errors; INVALID_PARAMS when the request doesn't match the
   * row; UNAUTHORIZED when the row requires a proof or token that the client lacks; SERVICE_UNREACHABLE when our service doesn't respond
   * within 10 s; INTERNAL when the response doesn't match the row; ABORTED.
   */
  call<name extends keyof rows & string>(
    name: name,
    request: CallRequest<rows[name]>,
    options?: CallOptions,
  ): Promise<z.output<rows[name]['response']>>
}

/** Creates a typed client for rows of the endpoint table. */
export const createApiClient = <const rows extends Record<string, EndpointRow>>(
  options: ApiClientOptions<rows>,
): ApiClient<rows> => ({
  call: (name, request, callOptions = {}) =>
    call(options, options.endpoints[name] as rows[typeof name], request, callOptions),
})

type Settings = Omit<ApiClientOptions<Record<string, EndpointRow>>, 'endpoints'>

const call = async <row extends EndpointRow>(
  settings: Settings,
  row: row,
  request: unknown,
  options: CallOptions,
): Promise<z.output<row['response']>> => {
  const { memory } = settings
  const { url, path, body } = encode(settings, row, request, options)
  const asked = `${url} ${new TextDecoder().decode(body)}`
  // A proof covers the requested path, including its fields.
  const ask = () => askUntilAnswered(settings, { ...row, path }, url, body, asked, options)
  // A caller that may abort gets a separate request, so that aborting doesn't affect others.
  const isShared = row.cacheMs !== undefined && options.signal === undefined
  const outcome = memory !== undefined && isShared ? memory.share(asked, ask) : ask()
  return outcome as Promise<z.output<row['response']>>
}

const askUntilAnswered = async (
  settings: Settings,
  row: EndpointRow,
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  asked: string,
  options: CallOptions,
): Promise<unknown> => {
  const { clock = systemClock, memory } = settings
  const isRepeatable = options.idempotent ?? row.idempotent
  let nonceRefused = false

  for (let tries = 0; ; ) {
    if (options.signal?.aborted) throw new AppError('ABORTED')
    const known = memory?.recall(asked)
    if (known !== undefined) return known.outcome
    const { outcome, error, retryAfterMs } = await attempt(settings, row, url, body, options)
    if (error === undefined) {
      if (row.cacheMs !== undefined) memory?.keep(asked, outcome, row.cacheMs)
      return outcome
    }
    if (error.name === 'PROOF_NONCE_REQUIRED' && !nonceRefused) {
      // The proof was rejected before anything was done; the next one carries the nonce from the rejection.
      nonceRefused = true
      continue
    }
    const delayMs = Math.max(retryDelaysMs[tries++] ?? Infinity, retryAfterMs ?? 0)
    if (!isRepeatable || retryAfterMs === null || delayMs > longestRetryAfterMs) throw error
    await clock.wait(delayMs, options.signal)
  }
}

/** `retryAfterMs`: minimum wait before another try; null when a retry is pointless. */
type Attempt =
  | { outcome: unknown; error?: undefined; retryAfterMs?: undefined }
  | { outcome?: undefined; error: AppError; retryAfterMs: number | null }

const attempt = async (
  settings: Settings,
  row: EndpointRow,
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  { signal, accessToken }: CallOptions,
): Promise<Attempt> => {
  const { fetch = globalThis.fetch, clock = systemClock, credentials } = settings
  const headers = await credentialHeaders(credentials, row, body, accessToken)
  // The signal may have been aborted while the proof was made, before the listener was added.
  if (signal?.aborted) return { error: new AppError('ABORTED'), retryAfterMs: null }
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal?.addEventListener('abort', onAbort)
  const finished = new AbortController()
  void clock.wait(row.timeoutMs ?? timeoutMs, finished.signal).then(onAbort)
  try {
    const response = await fetch(url, {
      method: row.method,
      // A body of plain text needs no preflight; a proof needs one anyway.
      headers: { ...(row.method === 'GET' ? {} : { 'content-type': contentType(row) }), ...headers },
      body: row.method === 'GET' ? null : body,
      credentials: 'omit',
      cache: row.keepSeconds === undefined ? 'no-store' : 'default',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
    })
    credentials?.onResponse(row, response)
    if (response.ok && isImage(response)) return { outcome: parseResponse(row, await response.blob()) }
    const text = await response.text()
    const answered = parseJson(text)
    // Some servers describe the error in plain text.
    if (!response.ok) return refused(response, readFailure(response.status, answered ?? text), clock)
    // A different response isn't from the service, but from a proxy or a portal.
    if (answered === undefined) throw new AppError('SERVICE_UNREACHABLE')
    return { outcome: parseResponse(row, answered) }
  } catch (cause) {
    if (cause instanceof AppError) return { error: cause, retryAfterMs: null }
    if (signal?.aborted) return { error: new AppError('ABORTED', { cause }), retryAfterMs: null }
    return { error: new AppError('SERVICE_UNREACHABLE', { cause }), retryAfterMs: 0 }
  } finally {
    finished.abort()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Fails closed: throws if the client lacks a credential that the row requires. */
const credentialHeaders = async (
  credentials: Credentials | undefined,
  row: EndpointRow,
  body: Uint8Array<ArrayBuffer>,
  accessToken: string | undefined,
): Promise<Record<string, string>> => {
  if (row.credential === 'none') return {}
  if (credentials === undefined) throw new AppError('UNAUTHORIZED')
  if (row.credential === 'proof') return credentials.headers(row, body)
  if (accessToken === undefined) throw new AppError('UNAUTHORIZED')
  return credentials.headers(row, body, accessToken)
}

const contentType = (row: EndpointRow): string =>
  row.credential === 'none' ? 'text/plain;charset=UTF-8' : 'application/json'

const refused = (response: Response, { error, isOurs }: Failure, clock: Clock): Attempt => {
  const isFinal = isOurs && !catalogue[error.name].retry
  if (isFinal || !retryStatuses.has(response.status)) return { error, retryAfterMs: null }
  const retryAfter = response.headers.get('retry-after') ?? '0'
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - clock.now()
  return { error, retryAfterMs: Number.isNaN(waitMs) ? 0 : waitMs }
}

const encode = (settings: Settings, row: EndpointRow, request: unknown, { query }: CallOptions) => {
  const filled = { projectId: settings.projectId, ...settings.sdk }
  const fill = (given: unknown) => ({ ...filled, ...(given as object) })
  let sent: unknown
  let search: object
  if (row.method === 'GET') search = { ...filled, ...(parseRequest(row.request, fill(request)) as object) }
  else {
    // A server of an earlier release reads the project only in the body.
    sent = parseRequest(row.request, row.query === undefined ? fill(request) : request)
    search = { ...(settings.sdk && filled), ...(row.query && (parseRequest(row.query, fill(query)) as object)) }
  }
  const path = row.path.replace(/:(\w+)/g, (_, name) => {
    // The parser has created new objects, so path fields can be removed from them.
    const fields = (row.method === 'GET' ? search : sent) as Record<string, unknown>
    const value = encodeURIComponent(String(fields[name]))
    delete fields[name]
    return value
  })
  const url = new URL((row.authority === 'api' ? settings.apiUrl : settings.custodyUrl) + path)
  for (const [name, value] of Object.entries(search)) if (value !== undefined) url.searchParams.set(name, String(value))
  return { url, path, body: new TextEncoder().encode(row.method === 'GET' ? '' : JSON.stringify(sent)) }
}

const parseRequest = (schema: z.ZodMiniType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
  return parsed.data
}

const isImage = (response: Response): boolean => response.headers.get('content-type')?.startsWith('image/') === true

const parseResponse = (row: EndpointRow, body: unknown): unknown => {
  const parsed = z.safeParse(row.response, body)
  if (!parsed.success) throw new AppError('INTERNAL', { cause: parsed.error })
  return parsed.data
}

/** A failed response. `isOurs`: the service named the error; otherwise it is derived from the status, with the response as its cause. */
type Failure = { error: AppError; isOurs: boolean }

const nameOf = (status: number): ErrorName => {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 413) return 'TOO_LARGE'
  if (status === 429) return 'LIMIT_EXCEEDED'
  return status === 408 || status >= 500 ? 'SERVICE_UNREACHABLE' : 'INTERNAL'
}

/** Reads the response of our service, a proxy in front of it, or a portal in its place. */
const readFailure = (status: number, body: unknown): Failure => {
  const error = readFailedBody(body)
  return error === null
    ? { error: new AppError(nameOf(status), { cause: body }), isOurs: false }
    : { error, isOurs: true }
}

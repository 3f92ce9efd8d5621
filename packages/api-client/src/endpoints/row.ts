import type { ErrorName } from '@latchkey/protocol/errors'
import type * as z from 'zod/mini'

/** The service that handles a call. Each has a separate address, database role and keys. */
export type Authority = 'api' | 'custody'
/**
 * The credential that a call requires. `none`: nothing. `proof`: a DPoP proof of the device key (RFC 9449), which also binds the device's
 * HPKE key and the body. `token`: such a proof and an access token of the same authority bound to the same key.
 */
export type Credential = 'none' | 'proof' | 'token'
/** Who may call from a browser: the pages of a project, or only the wallet origin. */
export type Caller = 'dapp' | 'wallet'

/** One HTTP call: its address, credentials, shapes, errors and caching. */
export type EndpointRow = {
  authority: Authority
  method: 'GET' | 'POST' | 'PUT'
  /** `:name` stands for a request field, which is then in neither query nor body. */
  path: `/${string}`
  credential: Credential
  caller: Caller
  /** Query for GET, JSON body otherwise; `projectId` may be in the query of either. */
  request: z.ZodMiniType
  /** Query of a call with a body; only if the body format isn't ours to extend. */
  query?: z.ZodMiniType
  /** JSON; an image for a `Blob`. */
  response: z.ZodMiniType
  errors: readonly ErrorName[]
  /** Safe to repeat: the client retries it after network errors and 403 408 413 429 500 502 503 504. */
  idempotent: boolean
  /** Timeout of one try. Default 10 s. */
  timeoutMs?: number
  /**
   * How long our client may return a cached response, until the page closes. Only for rows without a credential. The browser's cache, which
   * lasts longer, is set by `keepSeconds`.
   */
  cacheMs?: number
  /** How long a browser may cache the response: only for rows of images. */
  keepSeconds?: number
}

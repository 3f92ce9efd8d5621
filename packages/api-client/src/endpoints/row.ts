import type { ErrorName } from '@latchkey/protocol/errors'
import type * as z from 'zod/mini'

/** Which service answers. Each has its own address, database role and keys. */
export type Authority = 'api' | 'custody'
/**
 * What a call must carry. `none`: nothing. `proof`: a DPoP proof of the device key (RFC 9449), which also binds the
 * device's HPKE key and the body. `token`: such a proof and an access token of the same authority bound to the same key.
 */
export type Credential = 'none' | 'proof' | 'token'
/** Who may call from a browser: the pages of a project, or the wallet origin alone. */
export type Caller = 'dapp' | 'wallet'

/** One HTTP call: its address, credentials, shapes, errors and caching. */
export type EndpointRow = {
  authority: Authority
  method: 'GET' | 'POST' | 'PUT'
  /** `:name` stands for a field of the request, which is then in neither query nor body. */
  path: `/${string}`
  credential: Credential
  caller: Caller
  /** Query for GET, JSON body otherwise; a row's `projectId` may come in the query of either. */
  request: z.ZodMiniType
  /** Query of a call that has a body too; only where the body is not ours to add a field to. */
  query?: z.ZodMiniType
  /** JSON; for a `Blob`, an image. */
  response: z.ZodMiniType
  errors: readonly ErrorName[]
  /** Safe to repeat: the client retries it after network errors and 403 408 413 429 500 502 503 504. */
  idempotent: boolean
  /** How long one try may take; 10 s unless said. */
  timeoutMs?: number
  /**
   * For so long our client may answer the same question from its own memory, which ends with the page. Only where no
   * credential is asked for. The browser's cache, which outlives it, is a matter of `keepSeconds`.
   */
  cacheMs?: number
  /** For so long a browser may keep the answer and not ask again: rows of images alone. */
  keepSeconds?: number
}

import { type EndpointRow, endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'

const KIBIBYTE = 1024
/**
 * A JSON-RPC batch may be long, and so may a wallet with its last records; everything else is short. Browsers send no longer beacons
 * either.
 */
const long: readonly EndpointRow[] = [endpoints.rpc, endpoints.createWallet, endpoints.replaceWallet]
const shortBytes = 64 * KIBIBYTE
const maxBytes = (row: EndpointRow): number => (long.includes(row) ? 1024 * KIBIBYTE : shortBytes)

/** The exact bytes of a body and their JSON, which is parsed once. `json` throws PARSE_ERROR. */
export type RequestBody = { bytes: Uint8Array; json(): unknown }

/**
 * Reads the body of a request, up to the row's limit. `enter` admits a body over 64 KiB before it is read, and returns a function to call
 * when it has arrived or never will. Throws TOO_LARGE, and what `enter` throws.
 */
export async function readBody(
  request: Request,
  row: EndpointRow,
  enter: (bytes: number) => () => void,
): Promise<RequestBody> {
  const limit = maxBytes(row)
  // Without a declared length it may have any.
  const most = Math.min(limit, Number(request.headers.get('content-length') ?? limit))
  const leave = row.method !== 'GET' && most > shortBytes ? enter(most) : () => {}
  let bytes: Uint8Array
  try {
    bytes = row.method === 'GET' ? new Uint8Array() : await readRequest(request, limit)
  } finally {
    leave()
  }
  let parsed: { value: unknown } | undefined
  return {
    bytes,
    json() {
      parsed ??= { value: requireJson(bytes) }
      return parsed.value
    },
  }
}

async function readRequest(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced === null || Number(announced) > limit) return readBytes(request, limit)
  // HTTP enforces a declared length, and reading a body at once costs a third of streaming it.
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > limit) throw new AppError('TOO_LARGE')
  return bytes
}

/** Reads the exact bytes of a request or response body, up to `limit`. Throws TOO_LARGE. */
export async function readBytes(request: Pick<Request, 'body' | 'headers'>, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array()
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('TOO_LARGE')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > limit) throw new AppError('TOO_LARGE')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Parses JSON whatever the content type: clients send text/plain to avoid a preflight. Throws PARSE_ERROR. */
export function requireJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new AppError('PARSE_ERROR', { cause })
  }
}

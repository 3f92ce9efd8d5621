/** A provider that has not answered one call by then is away, in seconds. */
export const timeoutSeconds = 10
/**
 * Calls a provider without following redirects. Rejects with TypeError when the body exceeds 256 KiB. `init.signal` sets the
 * timeout.
 */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>

/** No honest answer of a provider is longer. */
const maxBytes = 256 * 1024

/**
 * Asks a provider: follows no redirect, which could carry a code or secret elsewhere, and reads no more than an honest answer
 * holds. The caller's signal ends it.
 */
export const createProviderFetch =
  (fetch: typeof globalThis.fetch): ProviderFetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const body = await readAll(response)
    const { status, headers } = response
    const mayHaveBody = status !== 204 && status !== 205 && status !== 304
    return new Response(mayHaveBody ? body : null, { status, headers: withoutEncoding(headers) })
  }

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new TypeError('The answer is too long')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** What was read is decoded already. */
function withoutEncoding(headers: Headers): Headers {
  const rest = new Headers(headers)
  rest.delete('content-encoding')
  rest.delete('content-length')
  return rest
}

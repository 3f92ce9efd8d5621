/** A provider that has not responded to a call by then counts as unavailable, in seconds. */
export const timeoutSeconds = 10
/**
 * Calls a provider without following redirects. Rejects with TypeError when the body exceeds 256 KiB. `init.signal` sets the
 * timeout.
 */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>

/** No genuine response of a provider is longer. */
const maxBytes = 256 * 1024

/**
 * Creates a `ProviderFetch`. It follows no redirect, which could send a code or secret elsewhere, and limits the response size. The
 * caller's signal aborts it.
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

/** The body has already been decoded. */
function withoutEncoding(headers: Headers): Headers {
  const rest = new Headers(headers)
  rest.delete('content-encoding')
  rest.delete('content-length')
  return rest
}

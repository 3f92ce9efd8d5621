import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A response as received. */
export type Answer = {
  readonly url: string
  readonly status: number
  /** Every header line, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Status line and headers together, in bytes. */
  readonly headBytes: number
  /** As the browser sees it, decompressed. */
  readonly body: Buffer
  /** This machine's time halfway between request and response, in milliseconds since 1970. */
  readonly at: number
}
type Question = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
/** Sends one request without following redirects. Rejects with an Error after 10 s without a response. */
export type Ask = (url: string, question?: Question) => Promise<Answer>

const timeoutMs = 10_000
const maxBytes = 16 * 1024 * 1024

/** Returns the values of a header, one for each of its lines. */
export const linesOf = ({ headers }: Answer, name: string): string[] =>
  headers.flatMap(([each, value]) => (each === name ? [value] : []))
/** Returns the value of a header, null when it is absent. */
export const headerOf = (answer: Answer, name: string): string | null => linesOf(answer, name).join(', ') || null

/** Returns the body as UTF-8; invalid bytes become U+FFFD. */
export const textOf = ({ body }: Answer): string => body.toString('utf8')
/** Returns the body as JSON; undefined when it isn't JSON. */
export const jsonOf = (answer: Answer): unknown => {
  try {
    return JSON.parse(textOf(answer))
  } catch {
    return undefined
  }
}

const decompress = (body: Buffer, encoding: string | undefined): Buffer =>
  encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body

type AskOptions = {
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a response over TLS requires a valid certificate. */
  readonly checksCertificates: boolean
}

/** Creates a request function with separate connections. */
export const createAsk =
  ({ headers: always, checksCertificates }: AskOptions): Ask =>
  (url, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = Date.now()
      const signal = AbortSignal.timeout(timeoutMs)
      const options = { method, headers: { ...always, ...headers }, signal, agent: false as const }
      const request = url.startsWith('https:')
        ? requestSecure(url, { ...options, rejectUnauthorized: checksCertificates })
        : requestPlain(url, options)
      request.once('error', reject)
      request.once('response', async (response) => {
        const at = (startedAt + Date.now()) / 2
        try {
          const chunks: Buffer[] = []
          let size = 0
          for await (const chunk of response as AsyncIterable<Buffer>) {
            size += chunk.length
            if (size > maxBytes) throw new Error('The answer has more than 16 MB')
            chunks.push(chunk)
          }
          const raw = response.rawHeaders
          const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))
          const lines = pairs.map(([name, value]) => `${name}: ${value}\r\n`)
          const first = `HTTP/${response.httpVersion} ${response.statusCode} ${response.statusMessage}\r\n`
          resolve({
            url,
            status: response.statusCode ?? 0,
            headers: pairs.map(([name, value]) => [name.toLowerCase(), value] as const),
            headBytes: Buffer.byteLength(`${first}${lines.join('')}\r\n`),
            body: decompress(Buffer.concat(chunks), response.headers['content-encoding']),
            at,
          })
        } catch (error) {
          reject(error)
        }
      })
      request.end(body)
    })

/**
 * Sends requests like a browser that supports Brotli and gzip. Certificates aren't verified: a separate check does that, and nothing secret
 * is sent.
 */
export const ask: Ask = createAsk({ headers: { 'accept-encoding': 'br, gzip' }, checksCertificates: false })

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection is cut',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'nothing answers',
  EPROTO: 'it speaks no TLS',
}

/** Returns why a request failed, in a few words. */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no answer within ${timeoutMs / 1000} s`
  const code = 'code' in error ? String(error.code) : ''
  // Several addresses were tried: reports one of the failures.
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0])
  // `fetch` only reports that it failed.
  if (error instanceof TypeError && error.cause instanceof Error) return describeFailure(error.cause)
  return failures[code] ?? (code === '' ? error.message : code)
}

/**
 * Fetches untrusted URLs: the author of an on-chain record chooses them, and they must not reach any machine that the author could not
 * reach directly (SSRF).
 *
 * Only https, on its default port, to public internet addresses. Resolved addresses are checked when the connection is opened, so that a
 * second DNS answer cannot differ. No redirects, no credentials, no decompression; all bytes read are counted, and the whole call has a
 * deadline.
 */
import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './publicAddresses.ts'

export type GuardedRequest = {
  method: 'GET' | 'POST'
  /** JSON, of a POST. */
  body?: unknown
  /** For the whole call. */
  timeoutMs: number
  /** The most bytes of the response to read. */
  maxBytes: number
}
type GuardedAnswer = { status: number; text: string }

/** Rejects for a forbidden URL, and when there is no complete response in time. Redirects are returned as responses. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>

export type GuardOptions = {
  /** `ownMachine`: also this machine's servers, over http, for a stack on a developer's machine. */
  reach: 'internet' | 'ownMachine'
}

export function createGuardedFetch({ reach }: GuardOptions): GuardedFetch {
  const isOwn = (address: string): boolean => reach === 'ownMachine' && isLoopbackAddress(address)
  const lookup = guardedLookup((address) => isPublicAddress(address) || isOwn(address))
  const lookupOwn = guardedLookup(isOwn)

  return async (address, { method, body, timeoutMs, maxBytes }) => {
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    if (!isSecure && !(url.protocol === 'http:' && reach === 'ownMachine')) throw new Error('the address is not https')
    // A server on another port is not a public web server.
    if (isSecure && url.port !== '' && reach !== 'ownMachine') throw new Error('the address has a port of its own')
    if (url.username !== '' || url.password !== '') throw new Error('the address carries credentials')
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // IP addresses need no DNS lookup.
    if (isIP(host) !== 0 && !isOwn(host) && !(isSecure && isPublicAddress(host))) throw notReachable()

    const payload = body === undefined ? undefined : JSON.stringify(body)
    const { promise, resolve: settle, reject } = Promise.withResolvers<GuardedAnswer>()
    const asked = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        lookup: isSecure ? lookup : lookupOwn,
        // A kept-alive connection would be reused without checking its address.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Accept: 'application/json',
          'Accept-Encoding': 'identity',
          ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxBytes) response.destroy(new Error('the answer is too long'))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          settle({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(payload)
    return promise
  }
}

const notReachable = (): Error => new Error('the address is not on the public internet')

/** Resolves names to permitted addresses, and fails for a name that also has others: it is malicious. */
const guardedLookup =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null) done(error, '')
      else if (first === undefined || !found.every(({ address }) => mayReach(address))) done(notReachable(), '')
      else if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/**
 * Fetching what strangers point to: whoever writes a record on a chain chooses these addresses, and must reach no machine
 * that they could not reach themselves (SSRF).
 *
 * https alone, at its own port, to addresses of the public internet alone. What a name resolves to is judged where the connection is opened, so
 * that no second answer of its DNS server can differ. No redirects, no credentials, nothing decompressed; all that is read is
 * counted, and the whole of it has a deadline.
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
  /** For the whole of it. */
  timeoutMs: number
  /** How much of the answer is read. */
  maxBytes: number
}
type GuardedAnswer = { status: number; text: string }

/** Rejects for an address that may not be asked, and when there is no whole answer in time. Redirects are answers. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>

export type GuardOptions = {
  /** `ownMachine`: this machine's servers too, over http, for a stack on a developer's machine. */
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
    // What listens elsewhere is no web server that expects strangers.
    if (isSecure && url.port !== '' && reach !== 'ownMachine') throw new Error('the address has a port of its own')
    if (url.username !== '' || url.password !== '') throw new Error('the address carries credentials')
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // What is a number already is looked up nowhere.
    if (isIP(host) !== 0 && !isOwn(host) && !(isSecure && isPublicAddress(host))) throw notReachable()

    const payload = body === undefined ? undefined : JSON.stringify(body)
    const { promise, resolve: settle, reject } = Promise.withResolvers<GuardedAnswer>()
    const asked = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        lookup: isSecure ? lookup : lookupOwn,
        // A connection that is kept would be used again without a look at where it leads.
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

/** Resolves names to those addresses that may be reached, and fails for a name that has others as well: it is up to no good. */
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

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { isWithin, type Proxies } from '@latchkey/proxies'

/**
 * Each request has an id that connects its response (`X-Request-Id`, and `ref` of a failure) with its log lines. It is random, or set by
 * our proxy, and reveals nothing about the user.
 */
const ids = new AsyncLocalStorage<string | undefined>()

/** Runs `work` for the request with this id. */
export const forRequest = <result>(id: string, work: () => result): result => ids.run(id, work)

/** Returns the id of the current request; undefined for work of the process itself. */
export const requestId = (): string | undefined => ids.getStore()

/** Runs work that a request triggers but that isn't for that request. */
export const forNoRequest = <result>(work: () => result): result => ids.run(undefined, work)

/** Not longer than the `ref` that a client reads (`packages/api-client/src/failedBody.ts`), and long enough to be unique. */
const wellFormed = /^[\w-]{16,64}$/

/** Returns the id that a trusted proxy gave a request, or a new one: clients can't choose it. */
export function idOf(given: string | undefined, remoteAddress: string, proxies: Proxies): string {
  const isTrusted = 'hops' in proxies ? proxies.hops > 0 : isWithin(proxies.networks, remoteAddress)
  return isTrusted && given !== undefined && wellFormed.test(given) ? given : randomUUID()
}

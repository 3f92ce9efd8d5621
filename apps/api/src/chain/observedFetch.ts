import type { Log } from '@latchkey/service-kit/log'

export type ObservedFetchOptions = {
  /** Addresses by CAIP-2. */
  nodes: Readonly<Record<string, readonly string[]>>
  bundlers: Readonly<Record<string, { bundler: string }>>
  fetch: typeof globalThis.fetch
  log: Log
}

/** Works as `fetch` does, and logs the time to the first byte of nodes and bundlers at level `debug`. */
export function observedFetch({ nodes, bundlers, fetch, log }: ObservedFetchOptions): typeof globalThis.fetch {
  const upstreams = new Map<unknown, { operation: string; chain: string; host: string }>()
  const add = (operation: string, chain: string, url: string) =>
    upstreams.set(url, { operation, chain, host: new URL(url).host })
  for (const [chain, urls] of Object.entries(nodes)) for (const url of urls) add('node', chain, url)
  for (const [chain, { bundler }] of Object.entries(bundlers)) add('bundler', chain, bundler)

  return async (input, init) => {
    const upstream = upstreams.get(input)
    if (upstream === undefined) return fetch(input, init)
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      const response = await fetch(input, init)
      outcome = response.status === 429 || response.status >= 500 ? 'rejected' : 'answered'
      return response
    } finally {
      const durationMs = performance.now() - startedAt
      log({ level: 'debug', event: 'upstream asked', authority: 'api', ...upstream, outcome, durationMs })
    }
  }
}

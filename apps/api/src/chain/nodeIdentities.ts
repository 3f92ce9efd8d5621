import type { Log } from '@latchkey/service-kit/log'
import { askNode } from './askNode.ts'
import { rulesOf } from './chainRules.ts'

/** Checks that nodes serve the chain that they are configured for. */
export type NodeIdentities = {
  /**
   * Returns whether a node serves this chain, checked before first use and periodically. False: do not use it. Rejects as `askNode` does
   * when it does not respond.
   */
  isOfChain(chainId: string, url: string): Promise<boolean>
}

export type NodeIdentitiesOptions = { fetch: typeof globalThis.fetch; log: Log; now?: () => number }

/** How long a node's reported chain is trusted; for a node of another chain, until it is checked again. */
const trustMs = 600_000
const mistrustMs = 60_000
const timeoutMs = 3_000
const maxBytes = 4_096

/**
 * A node of another chain shows users balances that they do not have, and sends transactions to the wrong chain: its URL is misconfigured
 * or taken over. This is logged once. A node that reports no chain is trusted: the signed transaction names the chain as well.
 */
export function createNodeIdentities({ fetch, log, now = Date.now }: NodeIdentitiesOptions): NodeIdentities {
  const known = new Map<string, { isOfChain: Promise<boolean>; until: number }>()
  const reported = new Set<string>()

  async function ask(chainId: string, url: string): Promise<boolean> {
    const rules = rulesOf(chainId)
    if (rules === undefined) return true
    const { identity } = rules
    const request = { id: 1, method: identity.method, params: [] }
    const { answer } = await askNode(request, { url, fetch, timeoutMs, maxBytes })
    const isOfChain = 'error' in answer || identity.isOf(answer.result, chainId.slice(chainId.indexOf(':') + 1))
    // The URL may hold the operator's key, so only the host is logged.
    const cause = `${chainId} at ${new URL(url).host}`
    if (isOfChain && reported.delete(url))
      log({ level: 'info', event: 'node is of its chain again', authority: 'api', cause })
    if (!isOfChain && !reported.has(url)) {
      reported.add(url)
      log({ level: 'error', event: 'node is of another chain', authority: 'api', cause })
    }
    return isOfChain
  }

  return {
    isOfChain(chainId, url) {
      const key = `${chainId} ${url}`
      const found = known.get(key)
      if (found !== undefined && now() < found.until) return found.isOfChain
      const asked = ask(chainId, url)
      const entry = { isOfChain: asked, until: now() + trustMs }
      known.set(key, entry)
      asked.then(
        (isOfChain) => {
          if (!isOfChain) entry.until = now() + mistrustMs
        },
        () => known.delete(key),
      )
      return asked
    },
  }
}

import type { Log } from '@latchkey/service-kit/log'
import { askNode } from './askNode.ts'
import { rulesOf } from './chainRules.ts'

/** Whether nodes are of the chain that they are set for. */
export type NodeIdentities = {
  /**
   * Asked of a node before it is used, and again now and then: what its chain is. False for one of another chain, which is
   * not to be used. Rejects as `askNode` does when it does not answer.
   */
  isOfChain(chainId: string, url: string): Promise<boolean>
}

export type NodeIdentitiesOptions = { fetch: typeof globalThis.fetch; log: Log; now?: () => number }

/** How long what a node has said of itself counts; of one that is not of its chain, until it is looked at again. */
const trustMs = 600_000
const mistrustMs = 60_000
const timeoutMs = 3_000
const maxBytes = 4_096

/**
 * A node of another chain shows people balances that they do not have, and takes transactions to where they do not belong:
 * somebody has set a wrong address, or taken one over. The log says so once. A node that has no word for its chain is
 * believed: the signed transaction names the chain as well.
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
    // An address may hold a key of the operator's: its host has to be enough.
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

import { createDependency, type Dependency } from '@latchkey/service-kit/dependencies/createDependency'
import { createIdleLook } from '@latchkey/service-kit/dependencies/createIdleLook'
import type { Log } from '@latchkey/service-kit/log'
import { askNode, UnusableAnswer } from './askNode.ts'
import type { ChainRules } from './chainRules.ts'

export type WatchNodeOptions = {
  chainId: string
  url: string
  fetch: typeof globalThis.fetch
  rules: ChainRules
  log: Log
}

const lookMs = 1_250
/** A node that is unreachable for a day is polled 43,200 times. */
const everyMs = 2_000

/** How often a readiness check may query an idle node: nodes bill per call. */
const idleEveryMs = 30_000

export type WatchedNode = Dependency & {
  /** Whether it responds, also when there were no calls for long. */
  answers(): Promise<boolean>
}

/** Tells a hanging node from a slow one, which responds when asked for its chain. */
export function watchNode({ chainId, url, fetch, rules, log }: WatchNodeOptions): WatchedNode {
  const look = async () => {
    const request = { id: 1, method: rules.identity.method, params: [] }
    await askNode(request, { url, fetch, timeoutMs: lookMs, maxBytes: 4_096 }).catch((error: unknown) => {
      // The node is reachable, even if it only reports a rate limit.
      if (!(error instanceof UnusableAnswer)) throw error
    })
  }
  const node = createDependency({
    name: chainId,
    look,
    lostEvent: 'node lost',
    backEvent: 'node back',
    authority: 'api',
    // The URL may hold the operator's key, so only the host is logged.
    detail: `${chainId} at ${new URL(url).host}`,
    log,
    lookMs,
    everyMs,
    looksWhenAsked: true,
  })
  const isThere = createIdleLook({ look, everyMs: idleEveryMs })
  return { ...node, answers: async () => !node.isAway() && (await isThere()) }
}

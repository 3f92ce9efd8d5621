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
/** A node that is away for a day is asked 43,200 times. */
const everyMs = 2_000

/** How often a node may be asked for its chain because somebody asks for readiness: nodes are paid for by the call. */
const idleEveryMs = 30_000

export type WatchedNode = Dependency & {
  /** Whether it answers, also when nobody has called it for long. */
  answers(): Promise<boolean>
}

/** Tells a node that hangs from one that is slow: asked for its chain, the latter answers. */
export function watchNode({ chainId, url, fetch, rules, log }: WatchNodeOptions): WatchedNode {
  const look = async () => {
    const request = { id: 1, method: rules.identity.method, params: [] }
    await askNode(request, { url, fetch, timeoutMs: lookMs, maxBytes: 4_096 }).catch((error: unknown) => {
      // It answers, if only to say that it is asked too often.
      if (!(error instanceof UnusableAnswer)) throw error
    })
  }
  const node = createDependency({
    name: chainId,
    look,
    lostEvent: 'node lost',
    backEvent: 'node back',
    authority: 'api',
    // An address may hold a key of the operator's: its host has to be enough.
    detail: `${chainId} at ${new URL(url).host}`,
    log,
    lookMs,
    everyMs,
    looksWhenAsked: true,
  })
  const isThere = createIdleLook({ look, everyMs: idleEveryMs })
  return { ...node, answers: async () => !node.isAway() && (await isThere()) }
}

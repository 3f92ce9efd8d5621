import type { ReadyPart } from '@latchkey/service-kit/http/serveReady'
import type { Log } from '@latchkey/service-kit/log'
import { type AnswerCache, createAnswerCache } from './answerCache.ts'
import type { Bundler } from './bundler.ts'
import { type ChainNodes, createChainNodes } from './chainNodes.ts'
import { type ChainRules, rulesOf } from './chainRules.ts'
import { createSlotPools, type Slots } from './createSlots.ts'
import { codeSlots, expensiveSlots } from './expensiveMethods.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import type { Requester } from './sharer.ts'
import { simulationLimits } from './simulationMethods.ts'
import { type WatchedNode, watchNode } from './watchNode.ts'

/** A chain that the proxy serves: its nodes, its rules and what its requests share. */
export type ProxiedChain = {
  chainId: string
  reference: string
  rules: ChainRules
  nodes: ChainNodes
  /** Reports whether each node responds. */
  watched: readonly WatchedNode[]
  cache: AnswerCache
  simulations: Slots<Requester>
  expensive: Slots<Requester>
  code: Slots<Requester>
  bundler: Bundler | undefined
}

type ProxiedChainsOptions = {
  /** Addresses of the nodes of each chain, by CAIP-2, best first. */
  nodes: Readonly<Record<string, readonly string[]>>
  bundlers: Readonly<Record<string, Bundler>>
  fetch: typeof globalThis.fetch
  log: Log
  now: () => number
}

/** Returns the chains that have nodes and rules, by CAIP-2. */
export const openProxiedChains = ({
  nodes,
  bundlers,
  fetch,
  log,
  now,
}: ProxiedChainsOptions): ReadonlyMap<string, ProxiedChain> =>
  new Map(
    Object.entries(nodes).flatMap(([chainId, urls]): [string, ProxiedChain][] => {
      const rules = rulesOf(chainId)
      if (rules === undefined || urls.length === 0) return []
      const chain: ProxiedChain = {
        chainId,
        reference: chainId.slice(chainId.indexOf(':') + 1),
        rules,
        nodes: createChainNodes(urls, now),
        watched: urls.map((url) => watchNode({ chainId, url, fetch, rules, log })),
        cache: createAnswerCache(),
        simulations: createSlotPools(simulationLimits.slots),
        expensive: createSlotPools(expensiveSlots),
        code: createSlotPools(codeSlots),
        bundler: bundlers[chainId],
      }
      return [[chainId, chain]]
    }),
  )

/** Returns each chain as a part of readiness: ready while one of its nodes answers and is of the chain. */
export const readyChains = (
  chains: ReadonlyMap<string, ProxiedChain>,
  identities: NodeIdentities | undefined,
): readonly ReadyPart[] => {
  const isUsable = async (chainId: string, node: WatchedNode, url: string): Promise<boolean> => {
    if (!(await node.answers())) return false
    // A rate-limited node doesn't report its chain now.
    return identities === undefined || identities.isOfChain(chainId, url).catch(() => true)
  }
  return [...chains.values()].map(({ chainId, nodes, watched }) => ({
    name: chainId,
    isEssential: false,
    check: () => isAnyTrue(watched.map((node, index) => isUsable(chainId, node, nodes.urls[index] as string))),
  }))
}

/** A node as metrics show it. */
export type NodeState = { chain: string; host: string; isFailing: boolean }

/** Returns the state of each node, by chain and host. */
export const nodeStates = (chains: ReadonlyMap<string, ProxiedChain>): NodeState[] =>
  [...chains.values()].flatMap(({ chainId, nodes, watched }) =>
    nodes.urls.map((url, node) => ({
      chain: chainId,
      host: new URL(url).host,
      isFailing: nodes.isFailing(node) || watched[node]?.isAway() === true,
    })),
  )

/** Resolves with true as soon as one of them does. */
const isAnyTrue = (checks: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(checks.map(async (check) => (await check) || Promise.reject())).catch(() => false)

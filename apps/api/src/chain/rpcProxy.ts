import { maxBatch } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { ReadyPart } from '@latchkey/service-kit/http/serveReady'
import { type Log, silentLog } from '@latchkey/service-kit/log'
import { type AnswerCache, createAnswerCache } from './answerCache.ts'
import { UnusableAnswer } from './askNode.ts'
import type { Bundler } from './bundler.ts'
import { type BundlerMethod, isBundlerMethod } from './bundlerMethods.ts'
import { type ChainNodes, createChainNodes } from './chainNodes.ts'
import { type ChainRules, rulesOf } from './chainRules.ts'
import { createSlots, type Slots } from './createSlots.ts'
import {
  failed,
  isRpcResponse,
  parseRpcRequest,
  type RpcFailure,
  type RpcRequest,
  type RpcResponse,
} from './jsonRpcMessage.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import { createNodeFilters } from './nodeFilters.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import { simulationLimits } from './simulationMethods.ts'
import { type WatchedNode, watchNode } from './watchNode.ts'

export type RpcProxyOptions = {
  /** Addresses of the nodes of each chain, by CAIP-2, best first. */
  nodes: Readonly<Record<string, readonly string[]>>
  fetch: typeof globalThis.fetch
  /** Looks at nodes before they are used. Without it they are believed. */
  identities?: NodeIdentities
  /** By CAIP-2: what sends for smart accounts. A chain without one knows no such methods. */
  bundlers?: Readonly<Record<string, Bundler>>
  log?: Log
  now?: () => number
}

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. A chain whose nodes do not answer is the error
   * CHAIN_UNREACHABLE of each request, one whose bundler does not is BUNDLER_UNREACHABLE of each that is for it. `caller`: the
   * network that asks, of whose simulations and operations only some are tried at a time; more are the error LIMIT_EXCEEDED.
   */
  answer(chainId: string, body: unknown, caller?: string): Promise<RpcResponse | RpcResponse[]>
}

/** A caller waits 10 s: by then it must have an answer, from whichever node. */
const patienceMs = 9_000
/** How much all answers of one call may weigh. */
const mostBytes = 16 * 1024 * 1024
/** What a node must have had to answer; the rest of a call that has used up its time is less. */
const fairMs = 1_000

type Chain = {
  chainId: string
  reference: string
  rules: ChainRules
  nodes: ChainNodes
  /** Of each node, whether it answers. */
  watched: readonly WatchedNode[]
  cache: AnswerCache
  simulations: Slots
  bundler: Bundler | undefined
}
/** What one call has left of time, and how it asks the nodes, for all of its requests. */
type Budget = { until: number; calls: NodeCalls }

/** All chain traffic goes through here, so that no page can point a wallet at a node or a bundler that lies. */
export function createRpcProxy({
  nodes,
  fetch,
  identities,
  bundlers = {},
  log = silentLog,
  now = Date.now,
}: RpcProxyOptions): RpcProxy & {
  /** Each chain, which is there while one of its nodes answers and is of the chain. */
  readonly parts: readonly ReadyPart[]
  /** Each node, by chain and host. */
  nodes(): { chain: string; host: string; isFailing: boolean }[]
} {
  const chains = new Map<string, Chain>(
    Object.entries(nodes).flatMap(([chainId, urls]): [string, Chain][] => {
      const rules = rulesOf(chainId)
      if (rules === undefined || urls.length === 0) return []
      const reference = chainId.slice(chainId.indexOf(':') + 1)
      const watched = urls.map((url) => watchNode({ chainId, url, fetch, rules, log }))
      const chain = { nodes: createChainNodes(urls, now), watched, cache: createAnswerCache() }
      const simulations = createSlots(simulationLimits.slots)
      return [[chainId, { chainId, reference, rules, simulations, bundler: bundlers[chainId], ...chain }]]
    }),
  )

  const isUsable = async (chainId: string, node: WatchedNode, url: string): Promise<boolean> => {
    if (!(await node.answers())) return false
    // A node that is asked too often doesn't name its chain now.
    return identities === undefined || identities.isOfChain(chainId, url).catch(() => true)
  }

  const withoutBatches = new Set<string>()
  const budgetOf = (ms: number, bytes: number): Budget => ({
    until: now() + ms,
    calls: createNodeCalls({ fetch, now, mostBytes: bytes, withoutBatches }),
  })

  async function fromNodes(chain: Chain, request: RpcRequest, budget: Budget): Promise<RpcResponse> {
    const { id, method } = request
    const { rules, nodes } = chain
    const filters = createNodeFilters(nodes.urls.length)
    const bound = filters.nodeOf(request)
    if (bound === 'unknown') return failed(id, new AppError('INVALID_PARAMS'))
    const order = bound === null ? nodes.order() : [bound.node]
    /** What a node has said of itself, which another may not. */
    let own: RpcFailure | undefined
    /** A transaction may be with the network: it was handed to a node whose answer has not come. */
    let mayBeOut = false
    for (const [index, node] of order.entries()) {
      const leftMs = budget.until - now()
      if (leftMs <= 0) break
      const timeoutMs = Math.ceil(leftMs / (order.length - index))
      const url = nodes.urls[node] as string
      let isHandedOver = false
      try {
        requireCaller()
        const answered = await (chain.watched[node] as WatchedNode).ask(async (isOver) => {
          if (identities !== undefined && !(await identities.isOfChain(chain.chainId, url))) return null
          if (isOver()) return null
          isHandedOver = rules.isSending(method)
          return budget.calls.ask(url, bound === null ? request : bound.request, timeoutMs, !isHandedOver)
        })
        if (answered === null) continue
        const { answer, bytes } = answered
        if (!('error' in answer)) {
          nodes.worked(node)
          chain.cache.keep(request, answer.result, bytes)
          return { jsonrpc: '2.0', id, result: filters.bindResult(method, answer.result, node) }
        }
        const { error } = answer
        if (rules.isAway(error)) {
          if (!rules.isSimulation(method)) nodes.failed(node)
          continue
        }
        nodes.worked(node)
        if (!rules.isOwn(error))
          return mayBeOut && rules.mayBeTaken(error) ? unknownToAll(id) : { jsonrpc: '2.0', id, error }
        own = error
      } catch (error) {
        // One that has not the time for a simulation may well serve the rest.
        if (!rules.isSimulation(method) && isFailureOfNode(error, timeoutMs)) nodes.failed(node)
        // A transaction may have arrived all the same. The next node takes it, says that it is known, or leaves it open.
        mayBeOut ||= isHandedOver
      }
    }
    return own === undefined || mayBeOut ? unknownToAll(id) : { jsonrpc: '2.0', id, error: own }
  }

  async function answerOne(chain: Chain, value: unknown, budget: Budget, caller: string): Promise<RpcResponse> {
    const request = parseRpcRequest(value, chain.rules)
    if (isRpcResponse(request)) return request
    if (isBundlerMethod(request.method)) return fromBundler(chain, request, request.method, caller)
    const known = chain.rules.known(request.method, chain.reference) ?? chain.cache.get(request)
    if (known !== undefined) return { jsonrpc: '2.0', id: request.id, result: known.result }
    return chain.rules.isSimulation(request.method)
      ? simulate(chain, request, caller)
      : fromNodes(chain, request, budget)
  }

  async function fromBundler(
    { bundler }: Chain,
    { id, params }: RpcRequest,
    method: BundlerMethod,
    caller: string,
  ): Promise<RpcResponse> {
    if (bundler === undefined) return failed(id, new AppError('METHOD_NOT_ALLOWED'))
    try {
      return { jsonrpc: '2.0', id, ...(await bundler.ask(method, params, caller)) }
    } catch (error) {
      return failed(id, AppError.from(error))
    }
  }

  /** With a budget of its own, so that what is only tried never takes the place of what is asked. */
  async function simulate(chain: Chain, request: RpcRequest, caller: string): Promise<RpcResponse> {
    const { patienceMs: ownMs, mostBytes: bytes } = simulationLimits
    const giveBack = await chain.simulations.take(caller)
    if (giveBack === null) return failed(request.id, new AppError('LIMIT_EXCEEDED'))
    try {
      return await fromNodes(chain, request, budgetOf(ownMs, bytes))
    } finally {
      giveBack()
    }
  }

  return {
    parts: [...chains.values()].map(({ chainId, nodes, watched }) => ({
      name: chainId,
      isEssential: false,
      check: () => isAnyTrue(watched.map((node, index) => isUsable(chainId, node, nodes.urls[index] as string))),
    })),
    nodes: () =>
      [...chains.values()].flatMap(({ chainId, nodes, watched }) =>
        nodes.urls.map((url, node) => ({
          chain: chainId,
          host: new URL(url).host,
          isFailing: nodes.isFailing(node) || watched[node]?.isAway() === true,
        })),
      ),
    async answer(chainId, body, caller = '') {
      const chain = chains.get(chainId)
      if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
      const budget = budgetOf(patienceMs, mostBytes)
      if (!Array.isArray(body)) return answerOne(chain, body, budget, caller)
      if (body.length === 0) throw new AppError('INVALID_REQUEST')
      if (body.length > maxBatch) throw new AppError('TOO_LARGE')
      return Promise.all(body.map((value) => answerOne(chain, value, budget, caller)))
    },
  }
}

/** Resolves with true as soon as one of them does. */
const isAnyTrue = (checks: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(checks.map(async (check) => (await check) || Promise.reject())).catch(() => false)

/** No node has said what became of a request. Of a transaction: sending it again is safe, and another in its place is not. */
const unknownToAll = (id: RpcRequest['id']): RpcResponse => failed(id, new AppError('CHAIN_UNREACHABLE'))

/**
 * Whether a node is to blame: it was out of reach, too slow or broken. What a caller can provoke counts for nothing, or one
 * page could send all others to the node that is listed last.
 */
const isFailureOfNode = (error: unknown, timeoutMs: number): boolean => {
  if (error instanceof UnusableAnswer || isAppError(error, 'ABORTED')) return false
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return !isTimeout || timeoutMs >= fairMs
}

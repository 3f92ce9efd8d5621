import { maxBatch } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type AnswerCache, createAnswerCache } from './answerCache.ts'
import { UnusableAnswer } from './askNode.ts'
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

export type RpcProxyOptions = {
  /** Addresses of the nodes of each chain, by CAIP-2, best first. */
  nodes: Readonly<Record<string, readonly string[]>>
  fetch: typeof globalThis.fetch
  /** Looks at nodes before they are used. Without it they are believed. */
  identities?: NodeIdentities
  now?: () => number
}

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. A chain whose nodes do not answer is the error
   * CHAIN_UNREACHABLE of each request. `caller`: the network that asks, of whose simulations only some are tried at a time; more
   * are the error LIMIT_EXCEEDED.
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
  cache: AnswerCache
  simulations: Slots
}
/** What one call has left of time, and how it asks the nodes, for all of its requests. */
type Budget = { until: number; calls: NodeCalls }

/** All chain traffic goes through here, so that no page can point a wallet at a node that lies. */
export function createRpcProxy({ nodes, fetch, identities, now = Date.now }: RpcProxyOptions): RpcProxy {
  const chains = new Map<string, Chain>(
    Object.entries(nodes).flatMap(([chainId, urls]): [string, Chain][] => {
      const rules = rulesOf(chainId)
      if (rules === undefined || urls.length === 0) return []
      const reference = chainId.slice(chainId.indexOf(':') + 1)
      const chain = { nodes: createChainNodes(urls, now), cache: createAnswerCache() }
      const simulations = createSlots(simulationLimits.slots)
      return [[chainId, { chainId, reference, rules, simulations, ...chain }]]
    }),
  )

  const withoutBatches = new Set<string>()
  const budgetOf = (ms: number, bytes: number): Budget => ({
    until: now() + ms,
    calls: createNodeCalls({ fetch, now, mostBytes: bytes, withoutBatches }),
  })

  async function askOne(chain: Chain, node: number, request: RpcRequest, budget: Budget, timeoutMs: number) {
    const url = chain.nodes.urls[node] as string
    if (identities !== undefined && !(await identities.isOfChain(chain.chainId, url)))
      throw new UnusableAnswer('the node is of another chain')
    return budget.calls.ask(url, request, timeoutMs)
  }

  async function fromNodes(chain: Chain, request: RpcRequest, budget: Budget): Promise<RpcResponse> {
    const { id, method } = request
    const filters = createNodeFilters(chain.nodes.urls.length)
    const bound = filters.nodeOf(request)
    if (bound === 'unknown') return failed(id, new AppError('INVALID_PARAMS'))
    const order = bound === null ? chain.nodes.order() : [bound.node]
    /** What a node has said of itself, which another may not. */
    let own: RpcFailure | undefined
    for (const [index, node] of order.entries()) {
      const leftMs = budget.until - now()
      if (leftMs <= 0) break
      const timeoutMs = Math.ceil(leftMs / (order.length - index))
      try {
        const asked = bound === null ? request : bound.request
        const { answer, bytes } = await askOne(chain, node, asked, budget, timeoutMs)
        if ('error' in answer) {
          if (chain.rules.isAway(answer.error)) throw new Error(answer.error.message)
          chain.nodes.worked(node)
          if (!chain.rules.isOwn(answer.error)) return { jsonrpc: '2.0', id, error: answer.error }
          own = answer.error
          continue
        }
        chain.nodes.worked(node)
        chain.cache.keep(request, answer.result, bytes)
        return { jsonrpc: '2.0', id, result: filters.bindResult(method, answer.result, node) }
      } catch (error) {
        // One that has not the time for a simulation may well serve the rest.
        if (!chain.rules.isSimulation(method) && isFailureOfNode(error, timeoutMs)) chain.nodes.failed(node)
        // A raw transaction may have arrived all the same. The next node takes it, or says that it is known.
      }
    }
    return own === undefined ? failed(id, new AppError('CHAIN_UNREACHABLE')) : { jsonrpc: '2.0', id, error: own }
  }

  async function answerOne(chain: Chain, value: unknown, budget: Budget, caller: string): Promise<RpcResponse> {
    const request = parseRpcRequest(value, chain.rules)
    if (isRpcResponse(request)) return request
    const known = chain.rules.known(request.method, chain.reference) ?? chain.cache.get(request)
    if (known !== undefined) return { jsonrpc: '2.0', id: request.id, result: known.result }
    return chain.rules.isSimulation(request.method)
      ? simulate(chain, request, caller)
      : fromNodes(chain, request, budget)
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

/**
 * Whether a node is to blame: it was out of reach, too slow or broken. What a caller can provoke counts for nothing, or one
 * page could send all others to the node that is listed last.
 */
const isFailureOfNode = (error: unknown, timeoutMs: number): boolean => {
  if (error instanceof UnusableAnswer) return false
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return !isTimeout || timeoutMs >= fairMs
}

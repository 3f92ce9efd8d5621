import { AppError, isAppError } from '@latchkey/protocol/errors'
import { DependencyAway } from '@latchkey/service-kit/dependencies/createDependency'
import { requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { Log } from '@latchkey/service-kit/log'
import { NoRoom, UnusableAnswer } from './askNode.ts'
import type { Budget } from './bodyBudget.ts'
import type { ChainRules } from './chainRules.ts'
import { failed, type RpcFailure, type RpcRequest, type RpcResponse } from './jsonRpcMessage.ts'
import { createNodeFilters } from './nodeFilters.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import type { ProxiedChain } from './proxiedChain.ts'
import { RawJson } from './rawJson.ts'
import type { WatchedNode } from './watchNode.ts'

/** How a request is treated. `isApart`: sent alone, since its answer may be long; `isCostly`: a timeout may be its own fault. */
type RequestKind = { isApart: boolean; isCostly: boolean }

/** A single node to query, and its time limit. */
type Only = { node: number; maxMs: number }

/** The time limit of each of two nodes queried for a fact. */
export const secondMs = 3_000
/** The least time that a node must have had to count as slow; the rest of a nearly expired call is less. */
const fairMs = 1_000

type ChainAnswersOptions = {
  /** Checks nodes before first use. Default: nodes are trusted. */
  identities: NodeIdentities | undefined
  log: Log
  now: () => number
}

export type ChainAnswers = {
  /** Returns the answer of the first node that has one. */
  fromNodes(chain: ProxiedChain, request: RpcRequest, budget: Budget, kind: RequestKind): Promise<RpcResponse>
  /**
   * Returns the nodes' answer: for a fact, that of two nodes, and CHAIN_UNREACHABLE where they disagree. If one does not respond in time,
   * the other is trusted.
   */
  fromChain(chain: ProxiedChain, request: RpcRequest, budget: Budget, kind?: RequestKind): Promise<RpcResponse>
}

/** Queries a chain's nodes, one after the other, until one has an answer. */
export function createChainAnswers({ identities, log, now }: ChainAnswersOptions): ChainAnswers {
  async function fromNodes(
    chain: ProxiedChain,
    request: RpcRequest,
    budget: Budget,
    { isApart, isCostly }: RequestKind,
    only?: Only,
  ): Promise<RpcResponse> {
    const { id, method } = request
    const { rules, nodes } = chain
    const filters = createNodeFilters(nodes.urls.length)
    const bound = filters.nodeOf(request)
    if (bound === 'unknown') return failed(id, new AppError('INVALID_PARAMS'))
    const order = only !== undefined ? [only.node] : bound === null ? nodes.order() : [bound.node]
    /** An error of this one node, which another may not return. */
    let own: RpcFailure | undefined
    /** A transaction may be with the network: it was sent to a node that has not answered. */
    let mayBeOut = false
    for (const [index, node] of order.entries()) {
      const leftMs = Math.min(budget.until - now(), only?.maxMs ?? Number.POSITIVE_INFINITY)
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
          const how = { timeoutMs, mayStop: !isHandedOver, isApart }
          return budget.calls.ask(url, bound === null ? request : bound.request, how)
        })
        if (answered === null) continue
        const { answer } = answered
        if (!('error' in answer)) {
          nodes.worked(node)
          if (!(answer.result instanceof RawJson)) chain.cache.keep(request, answer.result)
          return { jsonrpc: '2.0', id, result: filters.bindResult(method, answer.result, node) }
        }
        const { error } = answer
        if (rules.isAway(error)) {
          if (!isCostly) nodes.failed(node)
          continue
        }
        nodes.worked(node)
        if (!rules.isOwn(error))
          return mayBeOut && rules.mayBeTaken(error) ? unknownToAll(id) : { jsonrpc: '2.0', id, error }
        own = error
      } catch (error) {
        if (error instanceof NoRoom && !isHandedOver) return failed(id, new AppError('LIMIT_EXCEEDED'))
        // A node too slow for a costly request may well serve others. Whether it is reachable at all is checked separately.
        if ((!isCostly || error instanceof DependencyAway) && isFailureOfNode(error, timeoutMs)) nodes.failed(node)
        // A transaction may have arrived anyway. The next node accepts it, reports it as known, or leaves it open.
        mayBeOut ||= isHandedOver
      }
    }
    return own === undefined || mayBeOut ? unknownToAll(id) : { jsonrpc: '2.0', id, error: own }
  }

  async function fromChain(
    chain: ProxiedChain,
    request: RpcRequest,
    budget: Budget,
    kind: RequestKind = { isApart: false, isCostly: chain.rules.isSimulation(request.method) },
  ): Promise<RpcResponse> {
    const { rules, nodes } = chain
    if (nodes.urls.length < 2 || !rules.isFact(request.method, request.params))
      return fromNodes(chain, request, budget, kind)
    const [first = 0, second = 1, ...rest] = nodes.order()
    const ask = (node: number) => fromNodes(chain, request, budget, kind, { node, maxMs: secondMs })
    const isSaid = (each: RpcResponse): boolean => 'result' in each || !isSilence(each.error, rules)
    const answers = await Promise.all([ask(first), ask(second)])
    const [one, other] = answers.filter(isSaid)
    if (one === undefined) {
      for (const node of rest) {
        const said = await ask(node)
        if (isSaid(said)) return said
      }
      return answers.find(isLimit) ?? answers[0]
    }
    if (other === undefined || isAgreed(rules, request.method, one, other)) return one
    log({ level: 'warn', event: 'nodes disagree', authority: 'api', chain: chain.chainId })
    return unknownToAll(request.id)
  }

  return { fromNodes, fromChain }
}

/** Whether an error is unrelated to the request: the node is unreachable, or rejects its caller. */
const isSilence = (error: RpcFailure, rules: ChainRules): boolean => 'name' in error || rules.isOwn(error)

const isLimit = (answered: RpcResponse): boolean =>
  'error' in answered && 'name' in answered.error && answered.error.name === 'LIMIT_EXCEEDED'

/** For a long result, the text itself. */
const plain = (result: unknown): unknown =>
  result instanceof RawJson ? Buffer.concat(result.chunks()).toString('latin1') : result

const isAgreed = (rules: ChainRules, method: string, one: RpcResponse, other: RpcResponse): boolean =>
  'result' in one && 'result' in other
    ? rules.isSame(method, plain(one.result), plain(other.result))
    : // Two rejections are equal, whatever their messages.
      'error' in one && 'error' in other

/** No node has reported a request's outcome. A transaction may safely be sent again, but not replaced by another. */
const unknownToAll = (id: RpcRequest['id']): RpcResponse => failed(id, new AppError('CHAIN_UNREACHABLE'))

/**
 * Whether a node is to blame: it was unreachable, too slow or broken. Failures that a caller can provoke don't count, or one page could
 * move all others to the last node.
 */
const isFailureOfNode = (error: unknown, timeoutMs: number): boolean => {
  if (error instanceof UnusableAnswer || error instanceof NoRoom || isAppError(error, 'ABORTED')) return false
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return !isTimeout || timeoutMs >= fairMs
}

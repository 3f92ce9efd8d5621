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

/** How a request is treated. `isApart`: by itself, since its answer may be long; `isCostly`: that it takes long may be its own fault. */
type RequestKind = { isApart: boolean; isCostly: boolean }

/** One node that is asked and no other, and how long it has. */
type Only = { node: number; maxMs: number }

/** How long each of two nodes has that are asked for a fact. */
export const secondMs = 3_000
/** What a node must have had to answer; the rest of a call that has used up its time is less. */
const fairMs = 1_000

type ChainAnswersOptions = {
  /** Looks at nodes before they are used. Without it they are believed. */
  identities: NodeIdentities | undefined
  log: Log
  now: () => number
}

export type ChainAnswers = {
  /** The answer of the first node that has one. */
  fromNodes(chain: ProxiedChain, request: RpcRequest, budget: Budget, kind: RequestKind): Promise<RpcResponse>
  /**
   * The answer of the nodes; of two where it is a fact, and CHAIN_UNREACHABLE where these say different things. One that says nothing in
   * time leaves the other to be believed.
   */
  fromChain(chain: ProxiedChain, request: RpcRequest, budget: Budget, kind?: RequestKind): Promise<RpcResponse>
}

/** Asks the nodes of a chain, one after the other, until one has an answer. */
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
    /** What a node has said of itself, which another may not. */
    let own: RpcFailure | undefined
    /** A transaction may be with the network: it was handed to a node whose answer has not come. */
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
        // One that has not the time for what is costly may well serve the rest. Whether it is there at all, a look tells.
        if ((!isCostly || error instanceof DependencyAway) && isFailureOfNode(error, timeoutMs)) nodes.failed(node)
        // A transaction may have arrived all the same. The next node takes it, says that it is known, or leaves it open.
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

/** Whether an error says nothing about what was asked: the node is away, or refuses its caller. */
const isSilence = (error: RpcFailure, rules: ChainRules): boolean => 'name' in error || rules.isOwn(error)

const isLimit = (answered: RpcResponse): boolean =>
  'error' in answered && 'name' in answered.error && answered.error.name === 'LIMIT_EXCEEDED'

/** Of a long result the text itself. */
const plain = (result: unknown): unknown =>
  result instanceof RawJson ? Buffer.concat(result.chunks()).toString('latin1') : result

const isAgreed = (rules: ChainRules, method: string, one: RpcResponse, other: RpcResponse): boolean =>
  'result' in one && 'result' in other
    ? rules.isSame(method, plain(one.result), plain(other.result))
    : // Two refusals are one, in whatever words.
      'error' in one && 'error' in other

/** No node has said what became of a request. Of a transaction: sending it again is safe, and another in its place is not. */
const unknownToAll = (id: RpcRequest['id']): RpcResponse => failed(id, new AppError('CHAIN_UNREACHABLE'))

/**
 * Whether a node is to blame: it was out of reach, too slow or broken. What a caller can provoke counts for nothing, or one
 * page could send all others to the node that is listed last.
 */
const isFailureOfNode = (error: unknown, timeoutMs: number): boolean => {
  if (error instanceof UnusableAnswer || error instanceof NoRoom || isAppError(error, 'ABORTED')) return false
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return !isTimeout || timeoutMs >= fairMs
}

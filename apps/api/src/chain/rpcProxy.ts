import { maxBatch } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { ReadyPart } from '@latchkey/service-kit/http/serveReady'
import { type Log, silentLog } from '@latchkey/service-kit/log'
import { type AnswerCache, createAnswerCache } from './answerCache.ts'
import { NoRoom, UnusableAnswer } from './askNode.ts'
import type { Bundler } from './bundler.ts'
import { type BundlerMethod, isBundlerMethod } from './bundlerMethods.ts'
import { createByteBudget, type Reservation, reserveFrom } from './byteBudget.ts'
import { type ChainNodes, createChainNodes } from './chainNodes.ts'
import { type ChainRules, rulesOf } from './chainRules.ts'
import { createSlots, type Slots } from './createSlots.ts'
import { expensiveSlots } from './expensiveMethods.ts'
import {
  failed,
  isRpcResponse,
  parseRpcRequest,
  type RpcFailure,
  type RpcRequest,
  type RpcResponse,
} from './jsonRpcMessage.ts'
import { filterMethods, refuseLogFilter } from './logFilter.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import { createNodeFilters } from './nodeFilters.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import { RawJson } from './rawJson.ts'
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
  /** How many bytes answers of nodes take in this process at a time; read anew for each. */
  mostBytesAtOnce?: () => number
}

/** Who asks through the public endpoint, and what they may. */
export type PassOptions = {
  /** The network that asks. */
  caller: string
  /** How many blocks one search for logs goes through. */
  logBlocks: number
}

/** Answers for a caller of the public endpoint. Long results are `RawJson`. */
export type Passed = {
  answered: RpcResponse | RpcResponse[]
  /** To be called once they are sent: what they weigh is held until then. */
  release(): void
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

/** What the public endpoint asks of it. */
export type PublicRpcProxy = RpcProxy & {
  /**
   * The same for pages, whose every request may be meant to do harm. Beyond `answer`, INVALID_PARAMS is the error of a search for logs
   * without bounds, and LIMIT_EXCEEDED of what finds no room: too much is with the nodes for this caller, or answers take all memory
   * that there is for them.
   */
  pass(chainId: string, body: unknown, options: PassOptions): Promise<Passed>
  /** How many requests of a body are expensive. */
  expensiveIn(chainId: string, body: unknown): number
}

/** A caller waits 10 s: by then it must have an answer, from whichever node. */
const patienceMs = 9_000
/** How much all answers of one body may weigh together. */
const mostBytes = 16 * 1024 * 1024
/** In one process, for all bodies. */
const defaultBytesAtOnce = 3 * mostBytes
/** How long the newest block of a chain is believed to be the newest, where only a search for logs depends on it. */
const headMs = 5_000
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
  expensive: Slots
  head: { number: Promise<number>; until: number } | undefined
  bundler: Bundler | undefined
}
/** What one body has left of time and room, and how it asks the nodes, for all of its requests. */
type Budget = { until: number; calls: NodeCalls; room: Reservation }
/** How one request goes to the nodes. */
type Way = {
  budget: Budget
  caller: string
  /** Of the public endpoint. `inTurn`: one after the other, so that long answers of one body do not keep each other from their end. */
  pass?: PassOptions & { inTurn: <result>(work: () => Promise<result>) => Promise<result> }
}

/** All chain traffic goes through here, so that no page can point a wallet at a node or a bundler that lies. */
export function createRpcProxy({
  nodes,
  fetch,
  identities,
  bundlers = {},
  log = silentLog,
  now = Date.now,
  mostBytesAtOnce = () => defaultBytesAtOnce,
}: RpcProxyOptions): PublicRpcProxy & {
  /** Each chain, which is there while one of its nodes answers and is of the chain. */
  readonly parts: readonly ReadyPart[]
  /** Each node, by chain and host. */
  nodes(): { chain: string; host: string; isFailing: boolean }[]
  /** Bytes that answers in progress take now. */
  bytesTaken(): number
} {
  const chains = new Map<string, Chain>(
    Object.entries(nodes).flatMap(([chainId, urls]): [string, Chain][] => {
      const rules = rulesOf(chainId)
      if (rules === undefined || urls.length === 0) return []
      const reference = chainId.slice(chainId.indexOf(':') + 1)
      const watched = urls.map((url) => watchNode({ chainId, url, fetch, rules, log }))
      const chain = { nodes: createChainNodes(urls, now), watched, cache: createAnswerCache() }
      const slots = { simulations: createSlots(simulationLimits.slots), expensive: createSlots(expensiveSlots) }
      return [[chainId, { chainId, reference, rules, ...slots, head: undefined, bundler: bundlers[chainId], ...chain }]]
    }),
  )

  const isUsable = async (chainId: string, node: WatchedNode, url: string): Promise<boolean> => {
    if (!(await node.answers())) return false
    // A node that is asked too often doesn't name its chain now.
    return identities === undefined || identities.isOfChain(chainId, url).catch(() => true)
  }

  const withoutBatches = new Set<string>()
  const bytesAtOnce = createByteBudget(mostBytesAtOnce)
  const budgetOf = (ms: number, bytes: number, results: 'parsed' | 'raw'): Budget => {
    const room = reserveFrom(bytesAtOnce, bytes)
    const calls = createNodeCalls({ fetch, now, mostBytes: bytes, room, results, withoutBatches })
    return { until: now() + ms, calls, room }
  }

  async function fromNodes(chain: Chain, request: RpcRequest, budget: Budget, isApart = false): Promise<RpcResponse> {
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
          const how = { timeoutMs, mayStop: !isHandedOver, isApart }
          return budget.calls.ask(url, bound === null ? request : bound.request, how)
        })
        if (answered === null) continue
        const { answer, bytes } = answered
        if (!('error' in answer)) {
          nodes.worked(node)
          if (!(answer.result instanceof RawJson)) chain.cache.keep(request, answer.result, bytes)
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
        if (error instanceof NoRoom && !isHandedOver) return failed(id, new AppError('LIMIT_EXCEEDED'))
        // One that has not the time for a simulation may well serve the rest.
        if (!rules.isSimulation(method) && isFailureOfNode(error, timeoutMs)) nodes.failed(node)
        // A transaction may have arrived all the same. The next node takes it, says that it is known, or leaves it open.
        mayBeOut ||= isHandedOver
      }
    }
    return own === undefined || mayBeOut ? unknownToAll(id) : { jsonrpc: '2.0', id, error: own }
  }

  async function answerOne(chain: Chain, value: unknown, { budget, caller, pass }: Way): Promise<RpcResponse> {
    const request = parseRpcRequest(value, chain.rules)
    if (isRpcResponse(request)) return request
    if (isBundlerMethod(request.method)) return fromBundler(chain, request, request.method, caller)
    const known = chain.rules.known(request.method, chain.reference) ?? chain.cache.get(request)
    if (known !== undefined) return { jsonrpc: '2.0', id: request.id, result: known.result }
    if (chain.rules.isSimulation(request.method)) return simulate(chain, request, caller)
    return pass === undefined || !chain.rules.isExpensive(request.method, request.params)
      ? fromNodes(chain, request, budget)
      : pass.inTurn(() => passExpensive(chain, request, budget, pass))
  }

  async function passExpensive(
    chain: Chain,
    request: RpcRequest,
    budget: Budget,
    { caller, logBlocks }: PassOptions,
  ): Promise<RpcResponse> {
    const { id, method, params } = request
    if (filterMethods.includes(method)) {
      try {
        const reason = await refuseLogFilter(params, { mostBlocks: logBlocks, head: () => headOf(chain, budget) })
        if (reason !== null) {
          const error = new AppError('INVALID_PARAMS', { message: `${method}: ${reason}`, details: { reason } })
          return failed(id, error)
        }
      } catch (error) {
        return failed(id, AppError.from(error))
      }
    }
    const giveBack = budget.room.isFull() ? null : await chain.expensive.take(caller)
    if (giveBack === null) return failed(id, new AppError('LIMIT_EXCEEDED'))
    try {
      return await fromNodes(chain, request, budget, true)
    } finally {
      giveBack()
    }
  }

  /** Number of the newest block, or of one that was the newest a moment ago. Throws CHAIN_UNREACHABLE. */
  function headOf(chain: Chain, budget: Budget): Promise<number> {
    if (chain.head !== undefined && chain.head.until > now()) return chain.head.number
    const number = readHead(chain, budget)
    chain.head = { number, until: now() + headMs }
    number.catch(() => {
      if (chain.head?.number === number) chain.head = undefined
    })
    return number
  }

  async function readHead(chain: Chain, budget: Budget): Promise<number> {
    const answered = await fromNodes(chain, { id: 1, method: 'eth_blockNumber', params: [] }, budget)
    const head = 'result' in answered ? Number(answered.result) : Number.NaN
    if (!Number.isSafeInteger(head)) throw new AppError('CHAIN_UNREACHABLE')
    return head
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
    const budget = budgetOf(ownMs, bytes, 'parsed')
    try {
      return await fromNodes(chain, request, budget)
    } finally {
      budget.room.release()
      giveBack()
    }
  }

  const chainOf = (chainId: string): Chain => {
    const chain = chains.get(chainId)
    if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
    return chain
  }
  async function answerBody(chain: Chain, body: unknown, way: Way): Promise<RpcResponse | RpcResponse[]> {
    if (!Array.isArray(body)) return answerOne(chain, body, way)
    if (body.length === 0) throw new AppError('INVALID_REQUEST')
    if (body.length > maxBatch) throw new AppError('TOO_LARGE')
    return Promise.all(body.map((value) => answerOne(chain, value, way)))
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
      const chain = chainOf(chainId)
      const budget = budgetOf(patienceMs, mostBytes, 'parsed')
      try {
        return await answerBody(chain, body, { budget, caller })
      } finally {
        budget.room.release()
      }
    },
    async pass(chainId, body, options) {
      const chain = chainOf(chainId)
      const budget = budgetOf(patienceMs, mostBytes, 'raw')
      const { release } = budget.room
      let last: Promise<unknown> = Promise.resolve()
      const inTurn = <result>(work: () => Promise<result>): Promise<result> => {
        const mine = last.then(work)
        last = mine.catch(() => {})
        return mine
      }
      try {
        const answered = await answerBody(chain, body, { budget, caller: options.caller, pass: { ...options, inTurn } })
        return { answered, release }
      } catch (error) {
        release()
        throw error
      }
    },
    expensiveIn(chainId, body) {
      const rules = chains.get(chainId)?.rules
      if (rules === undefined) return 0
      return [body].flat().filter((value) => {
        const request = parseRpcRequest(value, rules)
        return !isRpcResponse(request) && rules.isExpensive(request.method, request.params)
      }).length
    },
    bytesTaken: bytesAtOnce.taken,
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
  if (error instanceof UnusableAnswer || error instanceof NoRoom || isAppError(error, 'ABORTED')) return false
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return !isTimeout || timeoutMs >= fairMs
}

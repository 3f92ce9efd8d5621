import { maxBatch } from '@latchkey/api-client'
import { findNetwork, unsupportedChain } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { DependencyAway } from '@latchkey/service-kit/dependencies/createDependency'
import { forCaller, requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { ReadyPart } from '@latchkey/service-kit/http/serveReady'
import { type Log, silentLog } from '@latchkey/service-kit/log'
import * as z from 'zod/mini'
import { type AnswerCache, createAnswerCache } from './answerCache.ts'
import { NoRoom, UnusableAnswer } from './askNode.ts'
import type { Bundler } from './bundler.ts'
import { type BundlerMethod, isBundlerMethod } from './bundlerMethods.ts'
import { createSharedRoom, longBytes, type Reservation, reserveFrom } from './byteBudget.ts'
import { type ChainNodes, createChainNodes } from './chainNodes.ts'
import { type ChainRules, rulesOf } from './chainRules.ts'
import { codeMethods, refuseCodeRun } from './codeRuns.ts'
import { createSlotPools, type GiveBack, type Slots } from './createSlots.ts'
import { codeSlots, expensiveSlots } from './expensiveMethods.ts'
import {
  failed,
  isRpcResponse,
  parseRpcRequest,
  type RpcFailure,
  type RpcRequest,
  type RpcResponse,
} from './jsonRpcMessage.ts'
import { type BlockTag, filterMethods, refuseLogFilter } from './logFilter.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import { createNodeFilters, isNewFilter } from './nodeFilters.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import { RawJson } from './rawJson.ts'
import { type Asker, ownAsker } from './sharer.ts'
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
  /** How many bytes answers for pages take in this process at a time; read anew for each. */
  mostBytesAtOnce?: () => number
}

/** Who asks through the public endpoint, and what they may. */
type PassOptions = {
  asker: Asker
  /** How many blocks one search for logs goes through. */
  logBlocks: number
  /** How much gas one run of code may name. */
  callGas: number
}

/** Answers for a caller of the public endpoint. Long results are `RawJson`. */
export type Passed = {
  answered: RpcResponse | RpcResponse[]
  /** What they weigh: to be released once they are sent. */
  room: Pick<Reservation, 'taken' | 'sent' | 'release'>
}

/** How many requests of a body are expensive, how many run code, and how many make a filter. */
type Costs = { expensive: number; code: number; filters: number }

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. A chain whose nodes do not answer is the error
   * CHAIN_UNREACHABLE of each request, one whose bundler does not is BUNDLER_UNREACHABLE of each that is for it. `asker`: on whose
   * behalf the services ask. Of one, only some simulations and operations are tried at a time; more are the error LIMIT_EXCEEDED.
   */
  answer(chainId: string, body: unknown, asker?: Asker): Promise<RpcResponse | RpcResponse[]>
}

/** What the public endpoint asks of it. */
export type PublicRpcProxy = RpcProxy & {
  /**
   * The same for pages, whose every request may be meant to do harm. Beyond `answer`, INVALID_PARAMS is the error of a search for logs
   * and of a run of code without bounds, and LIMIT_EXCEEDED of what finds no room: too much is with the nodes for this network or
   * project, or answers take all memory that there is for them. Throws ABORTED when the caller has left.
   */
  pass(chainId: string, body: unknown, options: PassOptions): Promise<Passed>
  costsOf(chainId: string, body: unknown): Costs
}

/** A caller waits 10 s: by then it must have an answer, from whichever node. */
const patienceMs = 9_000
/** How much all answers of one body may weigh together. */
const mostBytes = 16 * 1024 * 1024
/** In one process, for all bodies of pages, of which one network has a quarter. */
const defaultBytesAtOnce = 4 * mostBytes
/** Beside it, for what the services ask themselves. */
const ownBytesAtOnce = 4 * mostBytes
/** How long a tag is believed to stand for the same block, where only a search for logs depends on it. */
const headMs = 5_000
const hexNumber = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/))
/** How long each of two nodes has that are asked for a fact. */
const secondMs = 3_000
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
  simulations: Slots<Asker>
  expensive: Slots<Asker>
  code: Slots<Asker>
  heads: Map<BlockTag, { number: Promise<number>; until: number }>
  bundler: Bundler | undefined
}
/** What one body has left of time and room, and how it asks the nodes, for all of its requests. */
type Budget = { until: number; calls: NodeCalls; room: Reservation }
/** How one request goes to the nodes. */
type Way = {
  budget: Budget
  asker: Asker
  /**
   * Of the public endpoint. `inTurn`: one after the other, so that long answers of one body do not keep each other from their end;
   * `codeSlot`: the one slot that all runs of code of the body have.
   */
  pass?: PassOptions & {
    inTurn: <result>(work: () => Promise<result>) => Promise<result>
    codeSlot(): Promise<GiveBack | null>
  }
}
/** How a request is treated. `isApart`: by itself, since its answer may be long; `isCostly`: that it takes long may be its own fault. */
type Kind = { isApart: boolean; isCostly: boolean }
/** One node that is asked and no other, and how long it has. */
type Only = { node: number; mostMs: number }

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
      const slots = {
        simulations: createSlotPools(simulationLimits.slots),
        expensive: createSlotPools(expensiveSlots),
        code: createSlotPools(codeSlots),
      }
      return [
        [chainId, { chainId, reference, rules, ...slots, heads: new Map(), bundler: bundlers[chainId], ...chain }],
      ]
    }),
  )

  const isUsable = async (chainId: string, node: WatchedNode, url: string): Promise<boolean> => {
    if (!(await node.answers())) return false
    // A node that is asked too often doesn't name its chain now.
    return identities === undefined || identities.isOfChain(chainId, url).catch(() => true)
  }

  const withoutBatches = new Set<string>()
  const rooms = { pages: createSharedRoom(mostBytesAtOnce), own: createSharedRoom(() => ownBytesAtOnce) }
  /** `bytes`: of one answer, and of all unless `together` says more. */
  const budgetOf = (asker: Asker, ms: number, bytes: number, results: 'parsed' | 'raw', together = bytes): Budget => {
    const room = reserveFrom(rooms[asker.pool].of(asker), together)
    const calls = createNodeCalls({ fetch, now, mostBytes: bytes, room, results, withoutBatches })
    return { until: now() + ms, calls, room }
  }

  async function fromNodes(
    chain: Chain,
    request: RpcRequest,
    budget: Budget,
    { isApart, isCostly }: Kind,
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
      const leftMs = Math.min(budget.until - now(), only?.mostMs ?? Number.POSITIVE_INFINITY)
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

  /**
   * The answer of the nodes; of two where it is a fact, and CHAIN_UNREACHABLE where these say different things. One that says nothing in
   * time leaves the other to be believed.
   */
  async function fromChain(
    chain: Chain,
    request: RpcRequest,
    budget: Budget,
    kind: Kind = { isApart: false, isCostly: chain.rules.isSimulation(request.method) },
  ): Promise<RpcResponse> {
    const { rules, nodes } = chain
    if (nodes.urls.length < 2 || !rules.isFact(request.method, request.params))
      return fromNodes(chain, request, budget, kind)
    const [first = 0, second = 1, ...rest] = nodes.order()
    const ask = (node: number) => fromNodes(chain, request, budget, kind, { node, mostMs: secondMs })
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

  async function answerOne(chain: Chain, value: unknown, { budget, asker, pass }: Way): Promise<RpcResponse> {
    const request = parseOnce(value, chain.rules)
    if (isRpcResponse(request)) return request
    if (isBundlerMethod(request.method)) return fromBundler(chain, request, request.method, asker, budget.room)
    const known = chain.rules.known(request.method, chain.reference)
    if (known !== undefined) return { jsonrpc: '2.0', id: request.id, result: known.result }
    const kept = chain.cache.get(request)
    // A body may ask for the same one a thousand times: each is printed.
    if (kept !== undefined)
      return holding(budget.room, kept.bytes, { jsonrpc: '2.0', id: request.id, result: kept.result })
    if (chain.rules.isSimulation(request.method)) return simulate(chain, request, budget, asker)
    if (pass === undefined) return fromChain(chain, request, budget)
    if (codeMethods.includes(request.method)) {
      const reason = refuseCodeRun(request.params, pass.callGas)
      if (reason !== null) return refused(request, reason)
    }
    if (chain.rules.isExpensive(request.method, request.params))
      return pass.inTurn(() => passExpensive(chain, request, budget, pass))
    if (!chain.rules.runsCode(request.method)) return fromChain(chain, request, budget)
    return (await pass.codeSlot()) === null
      ? failed(request.id, new AppError('LIMIT_EXCEEDED'))
      : fromChain(chain, request, budget, { isApart: false, isCostly: true })
  }

  async function passExpensive(
    chain: Chain,
    request: RpcRequest,
    budget: Budget,
    { asker, logBlocks }: PassOptions,
  ): Promise<RpcResponse> {
    const { id, method, params } = request
    requireCaller()
    if (filterMethods.includes(method)) {
      try {
        const reason = await refuseLogFilter(params, { mostBlocks: logBlocks, numberOf: (tag) => headOf(chain, tag) })
        if (reason !== null) return refused(request, reason)
      } catch (error) {
        return failed(id, AppError.from(error))
      }
    }
    const giveBack = budget.room.isFull() ? null : await chain.expensive.take(asker)
    if (giveBack === null) return failed(id, new AppError('LIMIT_EXCEEDED'))
    try {
      return await fromNodes(chain, request, budget, { isApart: true, isCostly: true })
    } finally {
      giveBack()
    }
  }

  /** Number of the block that a tag stands for, or stood for a moment ago. Throws CHAIN_UNREACHABLE. */
  function headOf(chain: Chain, tag: BlockTag): Promise<number> {
    const known = chain.heads.get(tag)
    if (known !== undefined && known.until > now()) return known.number
    // Many wait for it: neither that one of them leaves nor what is left to one may end it.
    const number = forCaller(new AbortController().signal, () => readHead(chain, tag))
    chain.heads.set(tag, { number, until: now() + headMs })
    number.catch(() => {
      if (chain.heads.get(tag)?.number === number) chain.heads.delete(tag)
    })
    return number
  }

  async function readHead(chain: Chain, tag: BlockTag): Promise<number> {
    const budget = budgetOf(ownAsker(null), secondMs, longBytes, 'parsed')
    const request: RpcRequest =
      tag === 'latest'
        ? { id: 1, method: 'eth_blockNumber', params: [] }
        : { id: 1, method: 'eth_getBlockByNumber', params: [tag, false] }
    const answered = await fromChain(chain, request, budget).finally(budget.room.release)
    const result = 'result' in answered ? answered.result : undefined
    const parsed = tryParse(z.union([hexNumber, z.object({ number: hexNumber })]), result)
    if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE')
    return Number(typeof parsed.data === 'string' ? parsed.data : parsed.data.number)
  }

  async function fromBundler(
    { bundler }: Chain,
    { id, params }: RpcRequest,
    method: BundlerMethod,
    asker: Asker,
    room: Reservation,
  ): Promise<RpcResponse> {
    if (bundler === undefined) return failed(id, new AppError('METHOD_NOT_ALLOWED'))
    try {
      return { jsonrpc: '2.0', id, ...(await bundler.ask(method, params, asker, room)) }
    } catch (error) {
      return failed(id, AppError.from(error))
    }
  }

  /** With a budget of its own, so that what is only tried never takes the place of what is asked. Its answer is one of the body's. */
  async function simulate(chain: Chain, request: RpcRequest, body: Budget, asker: Asker): Promise<RpcResponse> {
    const { patienceMs: ownMs, mostBytes: bytes } = simulationLimits
    const giveBack = await chain.simulations.take(asker)
    if (giveBack === null) return failed(request.id, new AppError('LIMIT_EXCEEDED'))
    const budget = budgetOf(asker, ownMs, bytes, 'parsed', 2 * bytes)
    try {
      const answered = await fromChain(chain, request, budget)
      const bytes = budget.room.taken()
      budget.room.release()
      return holding(body.room, bytes, answered)
    } finally {
      budget.room.release()
      giveBack()
    }
  }

  const chainOf = (chainId: string): Chain => {
    const chain = chains.get(chainId)
    if (chain === undefined) throw unsupportedChain(findNetwork(chainId))
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
    async answer(chainId, body, asker = ownAsker(null)) {
      const chain = chainOf(chainId)
      const budget = budgetOf(asker, patienceMs, mostBytes, 'parsed')
      try {
        return await answerBody(chain, body, { budget, asker })
      } finally {
        budget.room.release()
      }
    },
    async pass(chainId, body, options) {
      const chain = chainOf(chainId)
      const { asker } = options
      const budget = budgetOf(asker, patienceMs, mostBytes, 'raw')
      let last: Promise<unknown> = Promise.resolve()
      const inTurn = <result>(work: () => Promise<result>): Promise<result> => {
        const mine = last.then(work)
        last = mine.catch(() => {})
        return mine
      }
      let slot: Promise<GiveBack | null> | undefined
      const codeSlot = () => {
        slot ??= chain.code.take(asker)
        return slot
      }
      try {
        const answered = await answerBody(chain, body, { budget, asker, pass: { ...options, inTurn, codeSlot } })
        requireCaller()
        return { answered, room: budget.room }
      } catch (error) {
        budget.room.release()
        throw error
      } finally {
        void slot?.then((giveBack) => giveBack?.())
      }
    },
    costsOf(chainId, body) {
      const costs = { expensive: 0, code: 0, filters: 0 }
      const rules = chains.get(chainId)?.rules
      if (rules === undefined) return costs
      for (const value of [body].flat()) {
        const request = parseOnce(value, rules)
        if (isRpcResponse(request)) continue
        if (isNewFilter(request.method)) costs.filters++
        if (rules.isExpensive(request.method, request.params)) costs.expensive++
        else if (rules.runsCode(request.method)) costs.code++
      }
      return costs
    },
    bytesTaken: () => rooms.pages.taken() + rooms.own.taken(),
  }
}

/** A body's requests are counted first and answered then: each is looked at once. */
const parsedRequests = new WeakMap<object, { rules: ChainRules; request: ReturnType<typeof parseRpcRequest> }>()
const parseOnce = (value: unknown, rules: ChainRules): ReturnType<typeof parseRpcRequest> => {
  if (typeof value !== 'object' || value === null) return parseRpcRequest(value, rules)
  const known = parsedRequests.get(value)
  if (known?.rules === rules) return known.request
  const request = parseRpcRequest(value, rules)
  parsedRequests.set(value, { rules, request })
  return request
}

/** Resolves with true as soon as one of them does. */
const isAnyTrue = (checks: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(checks.map(async (check) => (await check) || Promise.reject())).catch(() => false)

/** An answer that is held with the others of its body until they are sent; LIMIT_EXCEEDED where there is no room for it. */
const holding = (room: Reservation, bytes: number, answered: RpcResponse): RpcResponse =>
  room[bytes > longBytes ? 'long' : 'short'].take(bytes)
    ? answered
    : failed(answered.id, new AppError('LIMIT_EXCEEDED'))

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

const refused = ({ id, method }: RpcRequest, reason: string): RpcResponse =>
  failed(id, new AppError('INVALID_PARAMS', { message: `${method}: ${reason}`, details: { reason } }))

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
